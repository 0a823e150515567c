#include "media/sample_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "media/input_error.h"

namespace assay {
namespace {

std::uint16_t bits_used(const std::uint16_t* row, int width) {
  std::uint16_t bits = 0;
  for (int x = 0; x < width; ++x) bits |= row[x];
  return bits;
}

}  // namespace

Status check_samples(const Frame& frame) {
  const int depth = frame.format.depth;
  if (depth == 8 || depth == 16) return {};
  const int most = (1 << depth) - 1;
  for (int p = 0; p < plane_count(frame.format.pixels); ++p) {
    const PlaneView& plane = frame.planes[p];
    for (int y = 0; y < plane.height; ++y) {
      const auto* row = plane.row<std::uint16_t>(y);
      if (bits_used(row, plane.width) <= most) continue;
      const auto* sample = std::find_if(row, row + plane.width, [most](int s) { return s > most; });
      return input_cause(
          fmt::format("sample {} of plane {} at column {}, row {} does not fit {} bits", *sample, p,
                      sample - row, y, depth));
    }
  }
  return {};
}

}  // namespace assay
