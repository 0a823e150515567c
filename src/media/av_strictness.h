// How far FFmpeg's decoders can be trusted to tell damage.
#pragma once

#include "media/av_types.h"

namespace assay {

struct AvStrictness {
  int err_recognition = AV_EF_CRCCHECK;
  int thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE;
  bool message_is_error = false;  // damage is told by an error message alone
};

// Decoders that mend damage without a word unless told to stop at errors are told so. The others
// return errors or flag the picture by themselves; stopping at errors makes some of them refuse
// sound files (TIFF with private tags) or abort the process (MPEG-4 with frame threads).
AvStrictness strictness_of(AVCodecID codec);

}  // namespace assay
