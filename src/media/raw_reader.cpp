#include "media/raw_reader.h"

#include <fmt/format.h>

#include <utility>

#include "media/input_error.h"
#include "media/packed_pictures.h"
#include "media/picture_size.h"
#include "media/stream_reader.h"

namespace assay {
namespace {

class RawReader final : public StreamReader {
 public:
  RawReader(std::string name, ByteStream stream, const VideoFormat& format)
      : StreamReader(std::move(name), format), stream_(std::move(stream)), pictures_(format, 0) {}

  std::optional<std::int64_t> frame_count() const override {
    if (!stream_.is_file()) return std::nullopt;
    return stream_.size() / pictures_.bytes();
  }
  Status check_end() const override {
    const std::int64_t left = stream_.is_file() ? stream_.size() % pictures_.bytes() : 0;
    if (left == 0) return {};
    return in_file(
        name(), input_cause(fmt::format(
                    "its {} bytes are not a whole number of {}x{} {} {}-bit frames of {} "
                    "bytes: {} bytes are left behind {} frames",
                    stream_.size(), format().width, format().height, name_of(format().pixels),
                    format().depth, pictures_.bytes(), left, stream_.size() / pictures_.bytes())));
  }
  std::string description() const override { return "raw"; }

 protected:
  Result<std::optional<Frame>> read_picture() override {
    const Result<bool> more = more_bytes();
    if (!more) return more.error();
    if (!*more) return std::optional<Frame>();
    Result<Frame> frame = pictures_.read(stream_);
    if (!frame) return frame.error();
    return std::optional<Frame>(std::move(*frame));
  }

  Result<bool> skip_picture() override {
    const Result<bool> more = more_bytes();
    if (!more || !*more) return more;
    if (const Status passed = pictures_.skip(stream_); !passed) return passed.error();
    return true;
  }

  std::int64_t jump(std::int64_t n) override {
    return stream_.is_file() ? stream_.skip_blocks(n, pictures_.bytes()) : 0;
  }

 private:
  Result<bool> more_bytes() {
    if (stream_.is_file()) {
      if (stream_.position() < stream_.size()) return true;
      if (const Status same = stream_.check_unchanged(); !same) return same.error();
      return false;
    }
    const auto first = stream_.peek(1);
    if (!first) return first.error();
    return !first->empty();
  }

  ByteStream stream_;
  PackedPictures pictures_;
};

Status check_raw(const RawFormat& raw) {
  if (raw.depth < 8 || raw.depth > 16) {
    return Error{ErrorCode::usage,
                 fmt::format("raw video has 8 to 16 bits a sample, not {}", raw.depth)};
  }
  if (raw.pixels == PixelFormat::rgb)
    return Error{ErrorCode::usage, "raw video is planar YUV, not rgb"};
  if (const Status size = check_picture_size(raw.width, raw.height); !size) {
    return Error{ErrorCode::usage, size.error().message};
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Reader>> open_raw(std::string name, ByteStream stream,
                                         const RawFormat& raw) {
  if (const Status valid = check_raw(raw); !valid) return in_file(name, valid.error());
  VideoFormat format;
  format.width = raw.width;
  format.height = raw.height;
  format.depth = raw.depth;
  format.pixels = raw.pixels;
  return std::unique_ptr<Reader>(
      std::make_unique<RawReader>(std::move(name), std::move(stream), format));
}

}  // namespace assay
