#include "av_video.h"

namespace assay {
namespace {

AVColorRange av_range(Range range) {
  if (range == Range::unspecified) return AVCOL_RANGE_UNSPECIFIED;
  return range == Range::full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
}

// Takes what the encoder has ready and writes it.
void drain(AVCodecContext* codec, AVFormatContext* format, AVStream* stream, AVPacket* packet) {
  while (avcodec_receive_packet(codec, packet) == 0) {
    av_packet_rescale_ts(packet, codec->time_base, stream->time_base);
    packet->stream_index = stream->index;
    EXPECT_GE(av_interleaved_write_frame(format, packet), 0);
  }
}

}  // namespace

bool can_make(const VideoSpec& spec) {
  return avcodec_find_encoder_by_name(spec.encoder) != nullptr &&
         av_guess_format(spec.muxer, nullptr, nullptr) != nullptr;
}

void make_video(const std::string& path, const VideoSpec& spec, const VideoFormat& format) {
  AVFormatContext* context = nullptr;
  ASSERT_GE(avformat_alloc_output_context2(&context, nullptr, spec.muxer, path.c_str()), 0);
  const AVCodec* encoder = avcodec_find_encoder_by_name(spec.encoder);
  AvCodecContext codec(avcodec_alloc_context3(encoder));
  codec->width = format.width;
  codec->height = format.height;
  codec->pix_fmt = spec.pixels;
  codec->time_base = {1, 25};
  codec->framerate = {25, 1};
  codec->strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL;
  codec->color_range = av_range(spec.colour.range);
  if (spec.colour.matrix == Matrix::bt2020) {
    codec->colorspace = AVCOL_SPC_BT2020_NCL;
    codec->color_trc = AVCOL_TRC_SMPTE2084;
    codec->color_primaries = AVCOL_PRI_BT2020;
  }
  if (spec.colour.siting == Siting::top_left) codec->chroma_sample_location = AVCHROMA_LOC_TOPLEFT;
  if ((context->oformat->flags & AVFMT_GLOBALHEADER) != 0)
    codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  AVDictionary* options = nullptr;
  av_dict_parse_string(&options, spec.codec_options, "=", ":", 0);
  ASSERT_GE(avcodec_open2(codec.get(), encoder, &options), 0) << spec.encoder;
  av_dict_free(&options);

  AVStream* stream = avformat_new_stream(context, nullptr);
  stream->time_base = codec->time_base;
  stream->avg_frame_rate = codec->framerate;
  ASSERT_GE(avcodec_parameters_from_context(stream->codecpar, codec.get()), 0);
  ASSERT_GE(avio_open(&context->pb, path.c_str(), AVIO_FLAG_WRITE), 0);
  av_dict_parse_string(&options, spec.muxer_options, "=", ":", 0);
  ASSERT_GE(avformat_write_header(context, &options), 0);
  av_dict_free(&options);
  AvPacket packet(av_packet_alloc());
  for (int n = 0; n < spec.frames; ++n) {
    AvFrame frame = make_av_frame(spec.pixels, format, n);
    frame->pts = n < spec.gap_after ? n : n + 100;
    ASSERT_GE(avcodec_send_frame(codec.get(), frame.get()), 0);
    drain(codec.get(), context, stream, packet.get());
  }
  ASSERT_GE(avcodec_send_frame(codec.get(), nullptr), 0);
  drain(codec.get(), context, stream, packet.get());
  ASSERT_GE(av_write_trailer(context), 0);
  avio_closep(&context->pb);
  avformat_free_context(context);
}

}  // namespace assay
