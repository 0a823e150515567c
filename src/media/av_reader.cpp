#include "media/av_reader.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "media/av_decoder.h"
#include "media/av_picture.h"
#include "media/input_error.h"
#include "media/sample_range.h"
#include "media/stream_reader.h"

namespace assay {
namespace {

std::string summary(const VideoFormat& format) {
  const Colour& colour = format.colour;
  return fmt::format("{}x{} {} {} bits, {} {} {} {} {}", format.width, format.height,
                     name_of(format.pixels), format.depth, name_of(colour.matrix),
                     name_of(colour.range), name_of(colour.transfer), name_of(colour.primaries),
                     name_of(colour.siting));
}

class AvReader final : public StreamReader {
 public:
  // `first` is the first picture, of `format`.
  AvReader(std::string name, std::unique_ptr<AvDecoder> decoder, AvFrame first,
           const VideoFormat& format)
      : StreamReader(std::move(name), format),
        decoder_(std::move(decoder)),
        first_(std::move(first)),
        pool_(format) {}

  std::optional<std::int64_t> frame_count() const override { return decoder_->frame_count(); }
  std::optional<std::int64_t> frame_estimate() const override { return decoder_->frame_estimate(); }
  Status check_end() const override {
    const Status& end = decoder_->check_end();
    return end ? end : Status(in_file(name(), end.error()));
  }
  std::string description() const override { return decoder_->description(); }

 protected:
  Result<std::optional<Frame>> read_picture() override {
    Result<AvFrame> decoded = decode();
    if (!decoded) return decoded.error();
    if (*decoded == nullptr) return std::optional<Frame>();
    Result<Frame> frame = take_picture(std::move(*decoded), format(), pool_);
    if (!frame) return frame.error();
    if (const Status fits = check_samples(*frame); !fits) return fits.error();
    return std::optional<Frame>(std::move(*frame));
  }

  bool is_of_next_picture() const override { return !decoder_->failed() || decoder_->is_damaged(); }

  Result<bool> skip_picture() override {
    const Result<AvFrame> decoded = decode();
    if (!decoded) return decoded.error();
    return *decoded != nullptr;
  }

 private:
  // The next picture, of the stream's format.
  Result<AvFrame> decode() {
    if (first_ != nullptr) return std::move(first_);
    Result<AvFrame> frame = decoder_->next();
    if (!frame || *frame == nullptr) return frame;
    Result<VideoFormat> found = format_of(**frame);
    if (!found) return found.error();
    found->fps_num = format().fps_num;
    found->fps_den = format().fps_den;
    if (*found == format()) return frame;
    return input_cause(
        fmt::format("the format changes from {} to {}", summary(format()), summary(*found)));
  }

  std::unique_ptr<AvDecoder> decoder_;
  AvFrame first_;
  FramePool pool_;
};

}  // namespace

Result<std::unique_ptr<Reader>> open_av(std::string name, ByteStream stream, int threads) {
  Result<std::unique_ptr<AvDecoder>> decoder = AvDecoder::open(std::move(stream), threads);
  if (!decoder) return in_file(name, decoder.error());
  Result<AvFrame> first = (*decoder)->next();
  if (!first) {
    return (*decoder)->is_damaged() ? in_frame(name, 0, first.error())
                                    : behind_frames(name, 0, first.error());
  }
  if (*first == nullptr) return in_file(name, input_cause("no picture can be decoded"));
  Result<VideoFormat> format = format_of(**first);
  if (!format) return in_frame(name, 0, format.error());
  const AVRational rate = (*decoder)->frame_rate();
  format->fps_num = rate.num;
  format->fps_den = rate.den;
  return std::unique_ptr<Reader>(
      std::make_unique<AvReader>(std::move(name), std::move(*decoder), std::move(*first), *format));
}

}  // namespace assay
