// FFmpeg's headers, and owners for its objects.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
}

#include <memory>

namespace assay {

struct FreeAv {
  void operator()(AVFormatContext* context) const { avformat_close_input(&context); }
  void operator()(AVCodecContext* context) const { avcodec_free_context(&context); }
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
};

using AvFormatContext = std::unique_ptr<AVFormatContext, FreeAv>;
using AvCodecContext = std::unique_ptr<AVCodecContext, FreeAv>;
using AvPacket = std::unique_ptr<AVPacket, FreeAv>;
using AvFrame = std::unique_ptr<AVFrame, FreeAv>;

}  // namespace assay
