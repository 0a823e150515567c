// Pictures: formats, colour tags, planes and frames.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "assay/backend.h"

namespace assay {

// Plane layout. YUV planes are Y, Cb, Cr; rgb planes are R, G, B, all of full size.
enum class PixelFormat : std::uint8_t { gray, yuv420, yuv422, yuv444, yuv411, yuv440, rgb };

enum class Matrix : std::uint8_t { unspecified, bt601, bt709, bt2020, rgb, other };
enum class Range : std::uint8_t { unspecified, limited, full };
enum class Transfer : std::uint8_t {
  unspecified,
  bt709,
  srgb,
  gamma22,
  gamma28,
  linear,
  pq,
  hlg,
  other
};
enum class Primaries : std::uint8_t { unspecified, bt601, bt709, bt2020, other };
// Where a subsampled chroma sample lies in its block of luma samples.
enum class Siting : std::uint8_t { unspecified, left, center, top_left };

// The colour tags of a stream, as found; unspecified where a tag is missing.
struct Colour {
  Matrix matrix = Matrix::unspecified;
  Range range = Range::unspecified;
  Transfer transfer = Transfer::unspecified;
  Primaries primaries = Primaries::unspecified;
  Siting siting = Siting::unspecified;

  bool operator==(const Colour&) const = default;
};

struct VideoFormat {
  int width = 0;   // luma samples
  int height = 0;  // luma rows
  int depth = 8;   // bits a sample, 8 to 16
  PixelFormat pixels = PixelFormat::yuv420;
  Colour colour;
  int fps_num = 0;  // frames a second as a fraction; 0/1 where unknown
  int fps_den = 1;

  bool operator==(const VideoFormat&) const = default;
};

constexpr int plane_count(PixelFormat pixels) { return pixels == PixelFormat::gray ? 1 : 3; }

// log2 of the horizontal chroma subsampling.
constexpr int chroma_shift_x(PixelFormat pixels) {
  switch (pixels) {
    case PixelFormat::yuv420:
    case PixelFormat::yuv422: return 1;
    case PixelFormat::yuv411: return 2;
    default: return 0;
  }
}

// log2 of the vertical chroma subsampling.
constexpr int chroma_shift_y(PixelFormat pixels) {
  return pixels == PixelFormat::yuv420 || pixels == PixelFormat::yuv440 ? 1 : 0;
}

// Size of plane p; chroma sizes are rounded up.
constexpr int plane_width(const VideoFormat& format, int p) {
  const int shift = p == 0 ? 0 : chroma_shift_x(format.pixels);
  return (format.width + (1 << shift) - 1) >> shift;
}
constexpr int plane_height(const VideoFormat& format, int p) {
  const int shift = p == 0 ? 0 : chroma_shift_y(format.pixels);
  return (format.height + (1 << shift) - 1) >> shift;
}
constexpr int bytes_per_sample(const VideoFormat& format) { return format.depth > 8 ? 2 : 1; }

// The field's short names, such as "yuv420", "bt709", "limited"; "unspecified" for a missing tag.
const char* name_of(PixelFormat pixels);
const char* name_of(Matrix matrix);
const char* name_of(Range range);
const char* name_of(Transfer transfer);
const char* name_of(Primaries primaries);
const char* name_of(Siting siting);

// Looks at one plane. Samples are uint8_t at depth 8 and native-endian uint16_t, low bits used,
// above. Only width samples of each row may be read; rows need no alignment.
struct PlaneView {
  const std::byte* data = nullptr;
  std::ptrdiff_t pitch = 0;  // bytes from one row to the next
  int width = 0;
  int height = 0;

  template <class Sample>
  const Sample* row(int y) const {
    return reinterpret_cast<const Sample*>(data + y * pitch);
  }
};

// Where samples lie that are not in the host's memory, and when they are there.
struct DeviceSamples {
  Backend backend = Backend::cuda;
  int device = 0;  // index of the device
  // The backend's event after which the samples may be read: a cudaEvent_t, a hipEvent_t, or the
  // address of a sycl::event, which stays until the pair is scored. Null where that is at once.
  void* ready = nullptr;
};

// One picture that nobody changes any more. Copies share the samples, which live as long as owner.
struct Frame {
  VideoFormat format;
  std::array<PlaneView, 3> planes;  // with on_device, their data are the device's addresses
  std::shared_ptr<const void> owner;
  std::optional<DeviceSamples> on_device;
};

}  // namespace assay
