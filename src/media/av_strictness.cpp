#include "media/av_strictness.h"

namespace assay {

AvStrictness strictness_of(AVCodecID codec) {
  switch (codec) {
    case AV_CODEC_ID_H264:
    case AV_CODEC_ID_HEVC:
    case AV_CODEC_ID_MJPEG:
    case AV_CODEC_ID_PNG:
    case AV_CODEC_ID_APNG: return {.err_recognition = AV_EF_CRCCHECK | AV_EF_EXPLODE};
    case AV_CODEC_ID_FFV1: return {.thread_type = FF_THREAD_SLICE, .message_is_error = true};
    default: return {};
  }
}

}  // namespace assay
