// Colour differences on a device: one launch for a pair.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "device/word_sums.h"
#include "metrics/ciede/formulas-inl.h"

namespace assay::ciede {

// Adds the words of every pixel's difference, with the bits of their magic. A group takes a tile of
// kItems columns by kRows rows. Grid: tiles.
struct Differences {
  static constexpr const char* kName = "ciede.differences";
  static constexpr bool kNeedsDouble = true;
  static constexpr int kItems = 128;
  static constexpr int kResidentGroups = 8;
  static constexpr int kRows = 16;
  static constexpr int kWords = 2;
  static constexpr int kPartials = device::kWordsOfPartials<kItems, kWords>;
  static constexpr std::size_t kSharedBytes = sizeof(std::int64_t) * kPartials;

  const device::Pictures* pictures = nullptr;
  int across = 0;  // tiles in a row
  int bytes_per_sample = 1;
  int shift_x = 0;  // log2 of chroma's subsampling
  int shift_y = 0;
  double unit = 1;               // 2^(depth-8)
  std::int64_t* sums = nullptr;  // kWords

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    using D = FusedDoubleMath;
    const int x0 = g.x() % across * kItems;
    const int y0 = g.x() / across * kRows;
    const int width = pictures->plane[0][0].width;
    const int height = pictures->plane[0][0].height;
    auto* partials = g.template shared<std::int64_t>(kPartials);
    auto words = g.template per_item<Words>();
    g.for_each_item([&](int i) {
      const int x = x0 + i;
      words[i] = Words();
      for (int y = y0; x < width && y < y0 + kRows && y < height; ++y) {
        const auto difference = plain::distance<D>(lab_at(0, x, y), lab_at(1, x, y));
        plain::add_small_term<D>(plain::widened<D>(difference), words[i].of);
      }
    });
    device::add_words<kItems, kWords>(g, partials, sums,
                                      [&](int i, int n) { return words[i].of[n]; });
  }

 private:
  struct Words {
    std::int64_t of[kWords] = {};
  };

  // Sample x of a row, which may lie at any address.
  ASSAY_FN double code_at(const device::Plane& plane, int x, int y) const {
    const unsigned char* row = plane.data + static_cast<std::ptrdiff_t>(y) * plane.pitch;
    return bytes_per_sample == 1 ? row[x] : row[2 * x] | row[2 * x + 1] << 8;
  }

  ASSAY_FN plain::Lab<FusedDoubleMath> lab_at(int picture, int x, int y) const {
    const device::Plane* planes = pictures->plane[picture];
    const double yuv[3] = {code_at(planes[0], x, y), code_at(planes[1], x >> shift_x, y >> shift_y),
                           code_at(planes[2], x >> shift_x, y >> shift_y)};
    return plain::lab_of_codes<FusedDoubleMath>(yuv, unit);
  }
};

using DeviceKernels = device::KernelList<Differences>;

}  // namespace assay::ciede
