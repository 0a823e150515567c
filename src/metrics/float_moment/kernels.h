// Sums of moments on a device: one launch for both pictures of a pair.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "device/word_sums.h"
#include "metrics/code_rows.h"

namespace assay::float_moment {

// Adds the samples of luma and their squares, rounded to float, to the sums of their picture. A
// group takes a tile of kChunks * 16 bytes by kRows rows. Grid: tiles, pictures.
struct Sums {
  static constexpr const char* kName = "float_moment.sums";
  static constexpr int kItems = 256;
  static constexpr int kChunks = 32;
  static constexpr int kRows = 64;
  static constexpr int kChunkBytes = 16;
  static constexpr int kWords = 2;  // samples and squares
  static constexpr int kPartials = device::kWordsOfPartials<kItems, kWords>;
  static constexpr std::size_t kSharedBytes = sizeof(std::int64_t) * kPartials;

  const device::Pictures* pictures = nullptr;
  int across = 0;  // tiles in a row
  int bytes_per_sample = 1;
  std::int64_t* sums = nullptr;  // samples and squares of ref, then of dist

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    const int chunk0 = g.x() % across * kChunks;
    const int y0 = g.x() / across * kRows;
    const int picture = g.y();
    const device::Plane plane = pictures->plane[picture][0];
    auto* partials = g.template shared<std::int64_t>(kPartials);
    g.for_each_item([&](int i) {
      const int chunk = chunk0 + i % kChunks;
      std::uint64_t samples = 0;
      std::uint64_t squares = 0;
      for (int row = i / kChunks; row < kRows && y0 + row < plane.height; row += kItems / kChunks) {
        if (bytes_per_sample == 1) {
          add_chunk<std::uint8_t>(plane, y0 + row, chunk, &samples, &squares);
        } else {
          add_chunk<std::uint16_t>(plane, y0 + row, chunk, &samples, &squares);
        }
      }
      partials[i] = static_cast<std::int64_t>(samples);
      partials[kItems + i] = static_cast<std::int64_t>(squares);
    });
    device::add_partials<kItems, kWords>(g, partials, &sums[kWords * picture]);
  }

 private:
  struct alignas(16) Chunk {
    std::uint32_t word[4];
  };

  template <class Sample>
  static ASSAY_FN std::uint64_t square(Sample sample) {
    if (sizeof(Sample) == 1) return std::uint32_t{sample} * sample;
    const float value = static_cast<float>(sample);
    return static_cast<std::uint64_t>(ScalarMath::mul(value, value));
  }

  template <class Sample>
  static ASSAY_FN void add_chunk(const device::Plane& plane, int y, int chunk,
                                 std::uint64_t* samples, std::uint64_t* squares) {
    constexpr int kSamples = kChunkBytes / static_cast<int>(sizeof(Sample));
    const int x0 = chunk * kSamples;
    if (x0 >= plane.width) return;
    const unsigned char* row = plane.data + static_cast<std::ptrdiff_t>(y) * plane.pitch;
    const unsigned char* first = row + static_cast<std::ptrdiff_t>(chunk) * kChunkBytes;
    if (x0 + kSamples <= plane.width && reinterpret_cast<std::uintptr_t>(first) % 16 == 0) {
      const Chunk words = *reinterpret_cast<const Chunk*>(first);
      for (int w = 0; w < 4; ++w) {
        for (int shift = 0; shift < 32; shift += 8 * static_cast<int>(sizeof(Sample))) {
          const auto sample = static_cast<Sample>(words.word[w] >> shift);
          *samples += sample;
          *squares += square(sample);
        }
      }
      return;
    }
    const int end = x0 + kSamples < plane.width ? x0 + kSamples : plane.width;
    for (int x = x0; x < end; ++x) {
      const Sample sample = static_cast<Sample>(code_at<Sample>(row, x));
      *samples += sample;
      *squares += square(sample);
    }
  }
};

using DeviceKernels = device::KernelList<Sums>;

}  // namespace assay::float_moment
