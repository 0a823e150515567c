#include "metrics/speed/statistics.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "metrics/speed/eigenvalues.h"
#include "metrics/speed/regular.h"
#include "metrics/speed/variances.h"

namespace assay::speed {
namespace {

// Sample k of every block, row k.
void gather_blocks(const SmallPlane& plane, int pitch, float* blocks) {
  for (int k = 0; k < kElements; ++k) {
    float* to = blocks + static_cast<std::ptrdiff_t>(k) * pitch;
    for (int y = k / kSide; y < plane.height; y += kSide) {
      const float* row = plane.row(y);
      for (int x = k % kSide; x < plane.width; x += kSide) *to++ = row[x];
    }
  }
}

bool have_entropies(const float* variances, int count, float largest, float sigma_nn) {
  return std::all_of(variances, variances + count,
                     [&](float s) { return has_entropy(s, largest, sigma_nn); });
}

}  // namespace

void find_statistics(const SmallPlane& plane, float sigma_nn, StatisticsScratch& scratch,
                     BlockStatistics& statistics) {
  const int count = plane.width / kSide * (plane.height / kSide);
  const auto room = static_cast<std::size_t>(padded_blocks(count));
  statistics.entropies.assign(room, 0.0f);
  statistics.variances.assign(room, 0.0f);
  float* const variances = statistics.variances.data();

  const Covariance covariance = covariance_of(plane, scratch.covariance);
  Covariance work = covariance;
  float eigenvalues[kElements];
  find_eigenvalues(work.of, eigenvalues);
  bool is_regular = are_enough_windows(windows_of(plane.width, plane.height)) &&
                    std::none_of(std::begin(eigenvalues), std::end(eigenvalues),
                                 [](float l) { return l < kSmallestEigenvalue; });
  for (float& l : eigenvalues) l = l < 0 ? 0 : l;
  if (is_regular) {
    scratch.blocks.assign(kElements * room, 0.0f);
    gather_blocks(plane, static_cast<int>(room), scratch.blocks.data());
    const float largest = *std::max_element(std::begin(eigenvalues), std::end(eigenvalues));
    is_regular = find_variances(covariance, scratch.blocks.data(), count, variances) &&
                 have_entropies(variances, count, largest, sigma_nn);
  }
  if (!is_regular) std::fill_n(variances, count, 0.0f);
  statistics.is_singular = !is_regular;
  add_entropies(eigenvalues, sigma_nn, variances, count, statistics.entropies.data());
}

}  // namespace assay::speed
