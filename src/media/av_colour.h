// FFmpeg's colour tags in our terms.
#pragma once

#include "assay/image.h"
#include "media/av_types.h"

namespace assay {

// The tags of a decoded picture. Values without a name here become `other`; chroma sites without
// one (top, bottom, bottom left) count as unspecified.
Colour colour_of(const AVFrame& frame, bool full_range);

}  // namespace assay
