#include "media/av_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "media/input_error.h"
#include "media/picture_size.h"

namespace assay {
namespace {

// Playlists and the like would open further files.
int refuse_file(AVFormatContext*, AVIOContext**, const char*, int, AVDictionary**) {
  return AVERROR(EPERM);
}

Error listed_too_many(std::int64_t listed, std::int64_t found) {
  return input_cause(
      fmt::format("the input ends too early: it lists {} pictures, {} are there", listed, found));
}

Error no_memory() { return {ErrorCode::unsupported, "no memory for the decoder"}; }

std::string_view first_name(std::string_view names) { return names.substr(0, names.find(',')); }

}  // namespace

Result<std::unique_ptr<AvDecoder>> AvDecoder::open(ByteStream stream, int threads) {
  std::unique_ptr<AvDecoder> decoder(new AvDecoder(std::move(stream)));
  const AvLog::Scope scope(decoder->log_);
  Status status = decoder->open_container();
  if (status) status = decoder->choose_stream();
  if (status) status = decoder->open_codec(threads);
  if (!status) return decoder->io_.error().value_or(status.error());
  decoder->log_.forget_decoders();  // those that looked at the streams
  decoder->more_ = decoder->read_packet();
  return decoder;
}

Status AvDecoder::open_container() {
  AVFormatContext* context = avformat_alloc_context();
  if (context == nullptr || io_.context() == nullptr) {
    avformat_free_context(context);
    return no_memory();
  }
  context->pb = io_.context();
  context->io_open = refuse_file;
  AVDictionary* options = nullptr;
  av_dict_set(&options, "protocol_whitelist", "none", 0);
  const int opened =
      avformat_open_input(&context, nullptr, nullptr, &options);  // frees it on failure
  av_dict_free(&options);
  if (opened < 0) {
    const std::string message = log_.take();
    if (!message.empty()) return input_cause("no video can be read from it: " + in_words(message));
    return input_cause(
        "no video format is recognised in it (raw video needs its size, pixel format and bit "
        "depth)");
  }
  format_.reset(context);
  const int probed = avformat_find_stream_info(context, nullptr);
  if (probed < 0) return input_cause(av_cause("its streams cannot be read", probed, log_.take()));
  return {};
}

Status AvDecoder::choose_stream() {
  const int best = av_find_best_stream(format_.get(), AVMEDIA_TYPE_VIDEO, -1, -1, &decoder_, 0);
  if (best == AVERROR_DECODER_NOT_FOUND) return input_cause("there is no decoder for its video");
  if (best < 0 || (format_->streams[best]->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0) {
    return input_cause("has no video stream");
  }
  stream_ = format_->streams[best];
  for (unsigned i = 0; i < format_->nb_streams; ++i) {
    if (format_->streams[i] != stream_) format_->streams[i]->discard = AVDISCARD_ALL;
  }
  count_listed();
  return {};
}

Status AvDecoder::open_codec(int threads) {
  codec_.reset(avcodec_alloc_context3(decoder_));
  packet_.reset(av_packet_alloc());
  next_.reset(av_packet_alloc());
  if (codec_ == nullptr || packet_ == nullptr || next_ == nullptr) return no_memory();
  int status = avcodec_parameters_to_context(codec_.get(), stream_->codecpar);
  if (status >= 0) {
    codec_->opaque = &log_;
    codec_->pkt_timebase = stream_->time_base;
    codec_->thread_count = threads;
    codec_->max_pixels = max_picture_area;
    strictness_ = strictness_of(codec_->codec_id);
    codec_->err_recognition = strictness_.err_recognition;
    codec_->thread_type = strictness_.thread_type;
    // Damaged pictures are to be seen, not left out; the exact cropped size counts.
    codec_->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT | AV_CODEC_FLAG_UNALIGNED;
    status = avcodec_open2(codec_.get(), decoder_, nullptr);
  }
  if (status >= 0) return {};
  return input_cause(av_cause(fmt::format("its {} decoder cannot be started", decoder_->name),
                              status, log_.take()));
}

Result<AvFrame> AvDecoder::next() {
  const AvLog::Scope scope(log_);
  Result<AvFrame> frame = take_next();
  failed_ = !frame;
  return frame;
}

Result<AvFrame> AvDecoder::take_next() {
  for (;;) {
    Result<AvFrame> frame = receive();
    if (!frame) return frame;
    if (!failure_) return frame;
    // Where packets are missing, the last pictures may come before others that are lost.
    if (*frame == nullptr) return *failure_;
    held_.push_back(std::move(*frame));
    if (held_.size() <= static_cast<std::size_t>(std::max(codec_->has_b_frames, 0))) continue;
    AvFrame first = std::move(held_.front());
    held_.pop_front();
    return first;
  }
}

Result<AvFrame> AvDecoder::receive() {
  AvFrame frame(av_frame_alloc());
  if (frame == nullptr) return no_memory();
  for (;;) {
    const int got = avcodec_receive_frame(codec_.get(), frame.get());
    if (got == 0) break;
    if (got == AVERROR_EOF) {
      if (log_.mended_packet()) return input_cause("a picture is damaged");
      return AvFrame();
    }
    if (got != AVERROR(EAGAIN)) return cannot_decode(got);
    if (const Status fed = feed(); !fed) return fed.error();
  }
  if (const Status whole = check_whole(*frame); !whole) {
    is_damaged_ = true;
    return whole.error();
  }
  return frame;
}

Status AvDecoder::check_whole(const AVFrame& frame) {
  const std::string message = log_.take_decoder_error(frame.reordered_opaque);
  // A decoder with frame threads may flag a picture after it has made the frame, but says so before
  // it gives that or a later one. Those later in its order may be made from the mended one, and are
  // shown before it where pictures are reordered.
  const std::optional<std::int64_t> mended = log_.mended_packet();
  const bool flagged = (mended && frame.reordered_opaque >= *mended) ||
                       (frame.flags & AV_FRAME_FLAG_CORRUPT) != 0 || frame.decode_error_flags != 0;
  if (!flagged && !(strictness_.message_is_error && !message.empty())) return {};
  return input_cause(message.empty() ? "the picture is damaged, or made from a damaged one"
                                     : "the picture is damaged: " + in_words(message));
}

Error AvDecoder::cannot_decode(int error) {
  std::string message = log_.take_decoder_error(sent_);
  if (message.empty()) message = log_.take();
  return input_cause(av_cause("a picture cannot be decoded", error, std::move(message)));
}

Status AvDecoder::feed() {
  av_packet_unref(packet_.get());
  const AVPacket* packet = nullptr;
  if (more_) {
    av_packet_move_ref(packet_.get(), next_.get());
    more_ = read_packet();
    if (more_ || last_is_whole_) packet = packet_.get();
  }
  codec_->reordered_opaque = ++sent_;  // goes with the picture and with messages about it
  const int sent = avcodec_send_packet(codec_.get(), packet);
  if (sent < 0) return cannot_decode(sent);
  return {};
}

bool AvDecoder::read_packet() {
  for (;;) {
    av_packet_unref(next_.get());
    const int got = av_read_frame(format_.get(), next_.get());
    if (got == AVERROR_EOF) {
      if (const Status end = end_of_container(); !end) failure_ = end.error();
      return false;
    }
    if (got < 0) {
      failure_ = io_.error().value_or(
          input_cause(av_cause("the container cannot be read", got, log_.take())));
      return false;
    }
    if (next_->stream_index != stream_->index) continue;
    if ((next_->flags & AV_PKT_FLAG_CORRUPT) != 0) {
      failure_ = input_cause("a packet of the container is cut short or damaged");
      return false;
    }
    ++read_.packets;
    read_.bytes += next_->size;
    return true;
  }
}

Status AvDecoder::end_of_container() {
  if (io_.error()) return *io_.error();
  if (const std::string message = log_.take_container_error(); !message.empty()) {
    return input_cause("the container is damaged: " + in_words(message));
  }
  if (io_.stream().is_file()) {
    if (const Status same = io_.stream().check_unchanged(); !same) return same.error();
    const Status end = check_container_end(format_->iformat->name, io_.stream(), read_);
    if (!end) {
      last_is_whole_ = false;
      return end.error();
    }
  }
  if (read_.packets < listed_packets_) {
    return listed_too_many(listed_packets_, read_.packets);
  }
  return {};
}

void AvDecoder::count_listed() {
  // Only mov and mp4 files list all pictures ahead; those cut into fragments do not.
  if (!std::string_view(format_->iformat->name).starts_with("mov") || stream_->nb_frames <= 0)
    return;
  listed_packets_ = avformat_index_get_entries_count(stream_);
  const ByteStream& file = io_.stream();
  std::int64_t shown = 0;
  for (int i = 0; i < listed_packets_; ++i) {
    const AVIndexEntry* entry = avformat_index_get_entry(stream_, i);
    if (file.is_file() && entry->pos + entry->size > file.size()) {
      end_ = listed_too_many(listed_packets_, i);
      // The last ones may be shown behind one that is missing.
      shown = std::max<std::int64_t>(shown - stream_->codecpar->video_delay, 0);
      break;
    }
    shown += (entry->flags & AVINDEX_DISCARD_FRAME) == 0 ? 1 : 0;
  }
  frame_count_ = shown;
}

AVRational AvDecoder::frame_rate() const {
  const AVRational rate = av_guess_frame_rate(format_.get(), stream_, nullptr);
  return rate.num > 0 && rate.den > 0 ? rate : AVRational{0, 1};
}

std::optional<std::int64_t> AvDecoder::frame_estimate() const {
  if (frame_count_) return frame_count_;
  if (stream_->nb_frames > 0) return stream_->nb_frames;
  double seconds = 0;
  if (stream_->duration > 0) {
    seconds = static_cast<double>(stream_->duration) * av_q2d(stream_->time_base);
  } else if (format_->duration > 0) {
    seconds = static_cast<double>(format_->duration) / AV_TIME_BASE;
  }
  const double pictures = seconds * av_q2d(frame_rate());
  if (!(pictures >= 1 && pictures < 1e12)) return std::nullopt;
  return std::llround(pictures);
}

std::string AvDecoder::description() const {
  return fmt::format("{}, {}", first_name(format_->iformat->name),
                     avcodec_get_name(codec_->codec_id));
}

}  // namespace assay
