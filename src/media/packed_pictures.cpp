#include "media/packed_pictures.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "media/input_error.h"
#include "media/sample_range.h"

namespace assay {

static_assert(std::endian::native == std::endian::little,
              "16-bit samples are used as files hold them");

PackedPictures::PackedPictures(const VideoFormat& format, std::int64_t ignored)
    : format_(format), pool_(format) {
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    offset_[p] = samples_bytes_;
    samples_bytes_ +=
        std::int64_t{plane_width(format, p)} * plane_height(format, p) * bytes_per_sample(format);
  }
  bytes_ = samples_bytes_ + ignored;
}

Status PackedPictures::check_whole(std::int64_t got) const {
  if (got == bytes_) return {};
  return input_cause(
      fmt::format("the input ends {} bytes too early: {} of the picture's {} bytes are there",
                  bytes_ - got, got, bytes_));
}

Status PackedPictures::skip(ByteStream& stream) {
  const auto passed = stream.skip(bytes_);
  if (!passed) return passed.error();
  return check_whole(*passed);
}

Result<Frame> PackedPictures::read(ByteStream& stream) {
  std::shared_ptr<const std::byte> data;
  if (stream.is_file()) {
    if (const Status same = stream.check_unchanged(); !same) return same.error();
    const std::int64_t left = stream.size() - stream.position();
    if (left < bytes_) return check_whole(left).error();
    data = stream.map(static_cast<std::size_t>(samples_bytes_), bytes_per_sample(format_));
  }
  const bool in_place = data != nullptr;
  Result<Frame> frame = in_place ? view(std::move(data)) : copy(stream);
  if (!frame) return frame;
  if (in_place) stream.seek(stream.position() + bytes_);
  if (const Status fits = check_samples(*frame); !fits) return fits.error();
  return frame;
}

Frame PackedPictures::view(std::shared_ptr<const std::byte> data) const {
  Frame frame{.format = format_, .planes = {}, .owner = nullptr};
  for (int p = 0; p < plane_count(format_.pixels); ++p) {
    frame.planes[p] = {.data = data.get() + offset_[p],
                       .pitch = std::ptrdiff_t{plane_width(format_, p)} * bytes_per_sample(format_),
                       .width = plane_width(format_, p),
                       .height = plane_height(format_, p)};
  }
  frame.owner = std::move(data);
  return frame;
}

Result<Frame> PackedPictures::copy(ByteStream& stream) {
  Result<Picture> picture = pool_.acquire();
  if (!picture) return picture.error();
  std::int64_t done = 0;
  for (int p = 0; p < plane_count(format_.pixels); ++p) {
    const PlaneSpan plane = picture->plane(p);
    const std::size_t row = static_cast<std::size_t>(plane.width) * bytes_per_sample(format_);
    const bool gapless = static_cast<std::ptrdiff_t>(row) == plane.pitch;
    const int runs = gapless ? 1 : plane.height;
    const std::size_t run = gapless ? row * static_cast<std::size_t>(plane.height) : row;
    for (int y = 0; y < runs; ++y) {
      const auto got = stream.read({plane.row<std::byte>(y), run});
      if (!got) return got.error();
      done += static_cast<std::int64_t>(*got);
      if (*got != run) return check_whole(done).error();
    }
  }
  const auto passed = stream.skip(bytes_ - samples_bytes_);
  if (!passed) return passed.error();
  if (const Status whole = check_whole(done + *passed); !whole) return whole.error();
  return std::move(*picture).freeze();
}

}  // namespace assay
