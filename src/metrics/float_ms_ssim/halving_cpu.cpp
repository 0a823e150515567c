#include "metrics/float_ms_ssim/halving.h"

#include <algorithm>
#include <memory>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/float_ms_ssim/halving_cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "math/paired_math-inl.h"
#include "metrics/float_ms_ssim/formulas-inl.h"
#include "metrics/gaussian_ssim/source_rows-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(float_ms_ssim)

using gaussian_ssim::FloatImage;
using gaussian_ssim::ImageSource;
using gaussian_ssim::HWY_NAMESPACE::copy_row;
using gaussian_ssim::HWY_NAMESPACE::prefetch_row;

using F = PairedFloatMath;
using D = PairedDoubleMath;

// Columns [x0, x1) of rows [y0, y1) of the next scale. A row of the source lies under the filters
// of several rows of the next; its row sums are made once for each distance from a centre.
class Halving {
 public:
  static constexpr int kColumns = 64;

  Halving(const ImageSource& source, FloatImage& to) : source_(source), to_(to) {}

  void run(int x0, int x1, int y0, int y1) {
    x0_ = x0;
    columns_ = x1 - x0;
    for (int y = 2 * y0 - kReach; y < 2 * y0 + kReach - 1; ++y) push(y);
    for (int y = y0; y < y1; ++y) {
      push(2 * y + kReach - 1);
      push(2 * y + kReach);
      pull(y);
    }
  }

 private:
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(D::D()));
  static constexpr int kSums = kReach / 2 + 1;  // of a row, at most
  static constexpr int kRing = 16;
  // Even and odd columns of a row that are read: whole vectors, and the filter's reach.
  static constexpr int kHalf = kColumns + kReach + 2 * kLanes;

  static double* sums_at(double (*row)[kColumns + kLanes], int filter_row) {
    return row[(filter_row <= kReach ? kReach - filter_row : filter_row - kReach) / 2];
  }

  // Row y, which may lie outside the source, from column 2 * x0 - kReach on.
  void push(int y) {
    const int first = 2 * x0_ - kReach;
    const int span = 2 * columns_ + kLowPass - 2;
    const int begin = std::max(first, 0);
    const int end = std::min(first + span, source_.width());
    prefetch_row(source_, begin, y + 8, end - begin);
    copy_row(source_, begin, mirrored(y, source_.height()), end - begin, row_ + (begin - first));
    // The filter never reaches further out than the mirror.
    for (int x = first; x < begin; ++x)
      row_[x - first] = row_[mirrored(x, source_.width()) - first];
    for (int x = end; x < std::min(first + span, source_.width() + kReach); ++x) {
      row_[x - first] = row_[mirrored(x, source_.width()) - first];
    }
    for (int i = 0; 2 * i < span; ++i) {
      part_[0][i] = row_[2 * i];
      part_[1][i] = row_[2 * i + 1];
    }
    auto& sums = ring_[y & (kRing - 1)];
    for (int r = y & 1; r <= kReach; r += 2) {
      double* to = sums_at(sums, r);
      switch (r) {
        case 0: row_sums<0>(to); break;
        case 1: row_sums<1>(to); break;
        case 2: row_sums<2>(to); break;
        case 3: row_sums<3>(to); break;
        default: row_sums<4>(to); break;
      }
    }
  }

  template <int kRow>
  HWY_INLINE void row_sums(double* HWY_RESTRICT to) const {
    for (int x = 0; x < columns_; x += lanes()) {
      const auto sum = low_pass_row<F, D>(
          kRow, [&](int k) HWY_ATTR { return hn::LoadU(F::D(), part_[k % 2] + x + k / 2); });
      hn::StoreU(sum.part[0], D::D(), to + x);
    }
  }

  void pull(int y) {
    float* out = to_.row(y) + x0_;
    const double* sums[kLowPass];
    for (int r = 0; r < kLowPass; ++r) {
      sums[r] = sums_at(ring_[(2 * y - kReach + r) & (kRing - 1)], r);
    }
    for (int x = 0; x < columns_; x += lanes()) {
      auto sum = hn::LoadU(D::D(), sums[0] + x);
      for (int r = 1; r < kLowPass; ++r) sum = D::add(sum, hn::LoadU(D::D(), sums[r] + x));
      // Rows of the image end with a cache line, which whole vectors fill.
      hn::StoreU(D::narrow(&sum), F::D(), out + x);
    }
  }

  static int lanes() { return static_cast<int>(hn::Lanes(D::D())); }

  const ImageSource& source_;
  FloatImage& to_;
  int x0_ = 0;
  int columns_ = 0;
  float row_[2 * kHalf] = {};
  float part_[2][kHalf] = {};
  double ring_[kRing][kSums][kColumns + kLanes] = {};
};

void halve_rows(const ImageSource& source, int y0, int y1, FloatImage& to) {
  const auto halving = std::make_unique<Halving>(source, to);
  for (int x = 0; x < to.width(); x += Halving::kColumns) {
    halving->run(x, std::min(x + Halving::kColumns, to.width()), y0, y1);
  }
}

ASSAY_END_FORMULAS

#if HWY_ONCE

namespace assay::float_ms_ssim {
namespace {

HWY_EXPORT(halve_rows);

}  // namespace

void halve(const gaussian_ssim::ImageSource& source, Workers& workers,
           gaussian_ssim::FloatImage& to) {
  to.resize(halved(source.width()), halved(source.height()));
  constexpr int kFewestRows = 32;  // nine rows are read for the first
  const int rows = std::max(kFewestRows, (to.height() + workers.threads() - 1) / workers.threads());
  workers.for_each((to.height() + rows - 1) / rows, [&](int i) {
    HWY_DYNAMIC_DISPATCH(halve_rows)
    (source, i * rows, std::min((i + 1) * rows, to.height()), to);
  });
}

}  // namespace assay::float_ms_ssim
#endif
