// Sums of squared errors on a device: one launch for all planes of a pair.
#pragma once

#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "device/word_sums.h"
#include "metrics/code_rows.h"

namespace assay::psnr {

// Sixteen bytes moved as one word; their address is a multiple of 16.
struct alignas(16) Chunk {
  std::uint32_t word[4];
};

// One plane's groups among all groups of a launch.
struct PlaneGroups {
  int plane = 0;
  int first_group = 0;
  int across = 0;  // groups in a row
};

// Adds the squared errors of each plane to its sum. A group takes a tile of kChunks * 16 bytes by
// kRows rows. Grid: the groups of all planes in a row.
struct SquaredErrors {
  static constexpr const char* kName = "psnr.squared_errors";
  static constexpr int kItems = 256;
  static constexpr int kChunks = 32;
  static constexpr int kRows = 64;
  static constexpr int kPartials = device::kWordsOfPartials<kItems, 1>;
  static constexpr std::size_t kSharedBytes = sizeof(std::int64_t) * kPartials;

  const device::Pictures* pictures = nullptr;
  PlaneGroups planes[3];
  int plane_count = 0;
  int bytes_per_sample = 1;
  bool as_float = false;         // squares are rounded to 32-bit floats
  std::int64_t* sums = nullptr;  // one for each plane, modulo 2^64

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int n = 0;
    while (n + 1 < plane_count && g.x() >= planes[n + 1].first_group) ++n;
    const PlaneGroups& own = planes[n];
    const int place = g.x() - own.first_group;
    const int chunk0 = place % own.across * kChunks;
    const int y0 = place / own.across * kRows;
    const device::Plane ref = pictures->plane[0][own.plane];
    const device::Plane dist = pictures->plane[1][own.plane];
    auto* partials = g.template shared<std::int64_t>(kPartials);
    g.for_each_item([&](int i) {
      const int chunk = chunk0 + i % kChunks;
      std::uint64_t sum = 0;
      for (int row = i / kChunks; row < kRows && y0 + row < ref.height; row += kItems / kChunks) {
        sum += bytes_per_sample == 1 ? of_chunk<std::uint8_t>(ref, dist, y0 + row, chunk)
                                     : of_chunk<std::uint16_t>(ref, dist, y0 + row, chunk);
      }
      partials[i] = static_cast<std::int64_t>(sum);
    });
    device::add_partials<kItems, 1>(g, partials, &sums[n]);
  }

 private:
  template <class Sample>
  ASSAY_FN std::uint64_t square(Sample a, Sample b) const {
    const int d = static_cast<int>(a) - static_cast<int>(b);
    const std::uint32_t size = static_cast<std::uint32_t>(d < 0 ? -d : d);
    if (sizeof(Sample) == 1 || !as_float) return size * size;  // at most 65535^2
    const float f = static_cast<float>(size);
    return static_cast<std::uint64_t>(ScalarMath::mul(f, f));
  }

  template <class Sample>
  static ASSAY_FN bool is_aligned(const device::Plane& plane) {
    return reinterpret_cast<std::uintptr_t>(plane.data) % 16 == 0 && plane.pitch % 16 == 0;
  }

  template <class Sample>
  ASSAY_FN std::uint64_t of_chunk(const device::Plane& ref, const device::Plane& dist, int y,
                                  int chunk) const {
    constexpr int kSamples = static_cast<int>(sizeof(Chunk) / sizeof(Sample));
    const int x0 = chunk * kSamples;
    if (x0 >= ref.width) return 0;
    const auto offset = static_cast<std::ptrdiff_t>(y);
    const unsigned char* const r = ref.data + offset * ref.pitch;
    const unsigned char* const d = dist.data + offset * dist.pitch;
    std::uint64_t sum = 0;
    if (x0 + kSamples <= ref.width && is_aligned<Sample>(ref) && is_aligned<Sample>(dist)) {
      const Chunk a = *reinterpret_cast<const Chunk*>(r + chunk * sizeof(Chunk));
      const Chunk b = *reinterpret_cast<const Chunk*>(d + chunk * sizeof(Chunk));
      constexpr int kBits = 8 * sizeof(Sample);
      for (int w = 0; w < 4; ++w) {
        for (int shift = 0; shift < 32; shift += kBits) {
          sum += square(static_cast<Sample>(a.word[w] >> shift),
                        static_cast<Sample>(b.word[w] >> shift));
        }
      }
      return sum;
    }
    const int end = x0 + kSamples < ref.width ? x0 + kSamples : ref.width;
    for (int x = x0; x < end; ++x) {
      sum += square<Sample>(code_at<Sample>(r, x), code_at<Sample>(d, x));
    }
    return sum;
  }
};

using DeviceKernels = device::KernelList<SquaredErrors>;

}  // namespace assay::psnr
