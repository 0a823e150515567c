// The pictures of a video stream, as FFmpeg decodes them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "assay/result.h"
#include "media/av_io.h"
#include "media/av_log.h"
#include "media/av_strictness.h"
#include "media/av_types.h"
#include "media/container_end.h"

namespace assay {

// Decodes the best video stream of an input; other streams, and other files the input may point to,
// are not read. Every picture comes once, in the order of display, whatever the timestamps say. A
// picture that a decoder had to mend is an error. Errors carry the bare cause. Does not move.
class AvDecoder {
 public:
  // threads = 0 lets the decoder choose. Errors: input.
  static Result<std::unique_ptr<AvDecoder>> open(ByteStream stream, int threads);

  // The next picture, or null at the end. Errors: input (damage, a container that ends too early).
  Result<AvFrame> next();
  // Whether next failed, and whether because the picture that it would have given is damaged. Other
  // failures are of some later place: packets are read ahead, and in another order than pictures.
  bool failed() const { return failed_; }
  bool is_damaged() const { return is_damaged_; }

  // Frames a second; 0/1 where unknown.
  AVRational frame_rate() const;
  // Pictures in the stream, where the container lists them one by one.
  std::optional<std::int64_t> frame_count() const { return frame_count_; }
  // An error where the list goes on behind the end of the file; frame_count pictures come before.
  const Status& check_end() const { return end_; }
  // About how many pictures, from what the container says of its length.
  std::optional<std::int64_t> frame_estimate() const;
  // Container and codec, as "matroska, h264".
  std::string description() const;

 private:
  explicit AvDecoder(ByteStream stream) : io_(std::move(stream)) {}
  Status open_container();
  Status choose_stream();
  Status open_codec(int threads);
  Result<AvFrame> take_next();
  // The next picture in the decoder's order of output; null at the end.
  Result<AvFrame> receive();
  Status check_whole(const AVFrame& frame);
  Error cannot_decode(int error);
  // Hands the decoder a packet, or the end.
  Status feed();
  // Reads a packet of the stream into next_; false at the end, where failure_ may have been set.
  bool read_packet();
  Status end_of_container();
  void count_listed();

  AvLog log_;
  AvIo io_;
  AvFormatContext format_;
  AvCodecContext codec_;
  AvPacket packet_;
  AvPacket next_;  // the packet after packet_: one is read ahead, because the last may be cut
  bool more_ = false;
  bool last_is_whole_ = true;
  AVStream* stream_ = nullptr;
  const AVCodec* decoder_ = nullptr;
  AvStrictness strictness_;
  std::int64_t sent_ = 0;  // packets given to the decoder
  bool failed_ = false;
  bool is_damaged_ = false;
  PacketTotals read_;                // of the stream, so far
  std::int64_t listed_packets_ = 0;  // that the container lists; 0 where it does not
  std::optional<std::int64_t> frame_count_;
  Status end_;
  std::optional<Error> failure_;  // comes after the pictures that were whole
  std::deque<AvFrame> held_;      // after a failure: pictures whose place is not certain
};

}  // namespace assay
