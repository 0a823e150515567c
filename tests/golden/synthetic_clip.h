// Deterministic pairs of pictures by integer arithmetic alone: ramps, moving bars and texture as
// ref; its 3x3 box blur with quantised noise as dist.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "assay/image.h"

namespace assay::golden {

struct SyntheticPair {
  Frame ref;
  Frame dist;
};

// The format and length of a clip, such as "s420_8": s, m or h for 320x240, 640x480 or 1280x720 of
// 5, 4 or 3 frames, then the chroma layout, then the depth.
struct SyntheticSpec {
  VideoFormat format;
  int frames = 0;
};

inline SyntheticSpec synthetic_spec(std::string_view name) {
  SyntheticSpec spec;
  switch (name.at(0)) {
    case 's': spec = {{.width = 320, .height = 240}, 5}; break;
    case 'm': spec = {{.width = 640, .height = 480}, 4}; break;
    default: spec = {{.width = 1280, .height = 720}, 3}; break;
  }
  const std::string_view chroma = name.substr(1, 3);
  spec.format.pixels = chroma == "420"   ? PixelFormat::yuv420
                       : chroma == "422" ? PixelFormat::yuv422
                                         : PixelFormat::yuv444;
  spec.format.depth = std::atoi(name.data() + 5);
  return spec;
}

// Draws the planes of one format.
class SyntheticPlanes {
 public:
  explicit SyntheticPlanes(const VideoFormat& format) : format_(format), shift_(format.depth - 8) {}

  // Code values of plane p of frame t, row by row.
  std::vector<int> ref(int p, int t) const {
    const int width = plane_width(format_, p), height = plane_height(format_, p);
    std::vector<int> samples;
    samples.reserve(static_cast<std::size_t>(width) * height);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const int coarse = p == 0 ? luma(x, y, t) : chroma(x, y, t, p);
        const int fine = static_cast<int>(hash(x, y, t, p, 3) % (1u << shift_));
        samples.push_back(clip(coarse * (1 << shift_) + fine));
      }
    }
    return samples;
  }

  // The distorted plane of a reference plane.
  std::vector<int> dist(const std::vector<int>& ref, int p, int t) const {
    const int width = plane_width(format_, p), height = plane_height(format_, p);
    std::vector<int> samples;
    samples.reserve(ref.size());
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        int sum = 0;
        for (int j : {std::max(y - 1, 0), y, std::min(y + 1, height - 1)}) {
          const int* row = ref.data() + static_cast<std::size_t>(j) * width;
          sum += row[std::max(x - 1, 0)] + row[x] + row[std::min(x + 1, width - 1)];
        }
        const int blurred = (2 * sum + 9) / 18;
        const bool plateaus = p == 0 && y < height / 4;  // steps of 8 bits, for banding
        const int noise = static_cast<int>(hash(x, y, t, p, 4) % 9) - 4;
        samples.push_back(
            clip(plateaus ? (blurred >> shift_) << shift_ : blurred + noise * (1 << shift_)));
      }
    }
    return samples;
  }

 private:
  static std::uint32_t hash(int x, int y, int t, int p, int salt) {
    const auto times = [](int a, std::uint32_t b) { return static_cast<std::uint32_t>(a) * b; };
    std::uint32_t v = times(x, 0x9E3779B1u) ^ times(y, 0x85EBCA77u) ^ times(t, 0xC2B2AE3Du) ^
                      times(p, 0x27D4EB2Fu) ^ times(salt, 0x165667B1u);
    v = (v ^ (v >> 15)) * 0x2C1B3C6Du;
    v = (v ^ (v >> 12)) * 0x297A2D39u;
    return v ^ (v >> 15);
  }

  static int floor_div(int a, int b) { return (a - (a % b + b) % b) / b; }
  static int floor_mod(int a, int b) { return (a % b + b) % b; }

  // 8-bit values; they may leave the range.
  int luma(int x, int y, int t) const {
    const int width = format_.width, height = format_.height;
    if (y < height / 4) return 40 + (x + y) / 16;
    int v = 48 + x * 120 / width + y * 40 / height;
    if (((x + 3 * t) / 24 + y / 20) % 5 == 0) v += 34;
    if (floor_mod(floor_div(x - 2 * t, 6), 9) == 0 && y > height / 3) v -= 22;
    return v + static_cast<int>(hash(x, y, t / 2, 0, 1) % 7) - 3;
  }

  int chroma(int x, int y, int t, int p) const {
    const int ramp = p == 1 ? x * 50 / format_.width - 25 : y * 60 / format_.height - 30;
    const int block = ((x + 2 * t) / 10 + y / 14) % 4 == p ? 18 : 0;
    return 128 + ramp + block + static_cast<int>(hash(x, y, t, p, 2) % 5) - 2;
  }

  int clip(int v) const { return std::clamp(v, 0, (1 << format_.depth) - 1); }

  VideoFormat format_;
  int shift_;
};

// A frame that owns a copy of the planes' code values; rows lie close together.
inline Frame make_frame(const VideoFormat& format, const std::vector<std::vector<int>>& planes) {
  const int bytes = bytes_per_sample(format);
  std::size_t size = 0;
  for (const std::vector<int>& plane : planes) size += plane.size() * bytes;
  auto memory = std::make_shared<std::vector<std::byte>>(size);
  Frame frame{.format = format, .planes = {}, .owner = memory};
  std::byte* out = memory->data();
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    const int width = plane_width(format, p), height = plane_height(format, p);
    assert(planes[p].size() == static_cast<std::size_t>(width) * height);
    frame.planes[p] = {out, std::ptrdiff_t{width} * bytes, width, height};
    for (const int sample : planes[p]) {
      const std::uint16_t wide = static_cast<std::uint16_t>(sample);
      const std::uint8_t narrow = static_cast<std::uint8_t>(sample);
      std::memcpy(out, bytes == 1 ? static_cast<const void*>(&narrow) : &wide, bytes);
      out += bytes;
    }
  }
  return frame;
}

// Frame t of the clip of this format.
inline SyntheticPair synthetic_pair(const VideoFormat& format, int t) {
  const SyntheticPlanes draw(format);
  std::vector<std::vector<int>> ref, dist;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    ref.push_back(draw.ref(p, t));
    dist.push_back(draw.dist(ref.back(), p, t));
  }
  return {make_frame(format, ref), make_frame(format, dist)};
}

}  // namespace assay::golden
