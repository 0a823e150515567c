// Decoded pictures as frames.
#pragma once

#include "assay/image.h"
#include "assay/result.h"
#include "image/frame_pool.h"
#include "media/av_pixels.h"
#include "media/av_types.h"

namespace assay {

// The format of a decoded picture; the frame rate stays unknown. Errors: input, with the bare
// cause.
Result<VideoFormat> format_of(const AVFrame& frame);

// The samples of `frame`, which is of `format` as format_of tells it: used where they lie, kept by
// a reference, or else taken apart into a picture of the pool. Errors: unsupported (no memory).
Result<Frame> take_picture(AvFrame frame, const VideoFormat& format, FramePool& pool);

}  // namespace assay
