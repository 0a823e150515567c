// Pictures whose planes follow one another without gaps, as y4m and raw files hold them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "assay/image.h"
#include "assay/result.h"
#include "image/frame_pool.h"
#include "media/byte_stream.h"

namespace assay {

// Takes such pictures from a stream; samples above 8 bits are 16-bit little endian. Errors carry
// the bare cause.
class PackedPictures {
 public:
  // Pictures of `format`, each followed by `ignored` bytes.
  PackedPictures(const VideoFormat& format, std::int64_t ignored);

  // Bytes from the start of one picture to its end, the ignored ones with it.
  std::int64_t bytes() const { return bytes_; }

  // The picture at the stream's position: in place in files, copied from pipes and where 16-bit
  // samples would lie at odd addresses. Errors: input (cut short, a sample that does not fit),
  // unsupported (no memory).
  Result<Frame> read(ByteStream& stream);
  // Whether that many bytes are a picture. Errors: input (cut short).
  Status check_whole(std::int64_t got) const;
  // Passes over a picture. Errors: input (cut short).
  Status skip(ByteStream& stream);

 private:
  Frame view(std::shared_ptr<const std::byte> data) const;
  Result<Frame> copy(ByteStream& stream);

  VideoFormat format_;
  std::array<std::int64_t, 3> offset_ = {};  // of each plane in the picture
  std::int64_t samples_bytes_ = 0;
  std::int64_t bytes_ = 0;
  FramePool pool_;
};

}  // namespace assay
