#include "metrics/float_ssim/decimation.h"

#include <algorithm>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/float_ssim/decimation_cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "math/double_math-inl.h"
#include "math/vector_math-inl.h"
#include "metrics/float_ssim/formulas-inl.h"
#include "metrics/gaussian_ssim/source_rows-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(float_ssim)

using gaussian_ssim::FloatImage;
using gaussian_ssim::ImageSource;
using gaussian_ssim::HWY_NAMESPACE::copy_row;

// Rows [y0, y1) of the decimated picture: a row's boxes are summed down their columns first.
void decimate_rows(const ImageSource& source, int scale, int y0, int y1, FloatImage& to) {
  using F = VectorMath;
  using D = VectorDoubleMath;
  const F::D df;
  const D::D dd;
  const int lanes = static_cast<int>(hn::Lanes(df));
  const int part_lanes = static_cast<int>(hn::Lanes(dd));
  const int width = source.width();
  const int padded = (width + lanes - 1) / lanes * lanes;
  const int before = scale / 2;  // columns of the first box that lie outside
  const int columns = to.width() * scale;
  std::vector<float> row(padded);
  std::vector<double> sums(std::max(columns, before + padded));
  const auto weight = F::set(box_weight(scale));
  for (int y = y0; y < y1; ++y) {
    std::fill_n(sums.data() + before, padded, 0.0);
    for (int j = 0; j < scale; ++j) {
      copy_row(source, 0, mirrored(box_start(y, scale) + j, source.height()), width, row.data());
      for (int x = 0; x < padded; x += lanes) {
        const auto share = box_share<F, D>(hn::LoadU(df, row.data() + x), weight);
        for (int p = 0; p < D::kParts; ++p) {
          double* sum = sums.data() + before + x + p * part_lanes;
          hn::StoreU(hn::Add(hn::LoadU(dd, sum), share.part[p]), dd, sum);
        }
      }
    }
    for (int i = 0; i < before; ++i) sums[i] = sums[before + mirrored(i - before, width)];
    for (int i = before + width; i < columns; ++i) {
      sums[i] = sums[before + mirrored(i - before, width)];
    }
    float* out = to.row(y);
    for (int x = 0; x < to.width(); ++x) {
      double box = 0;
      for (int j = 0; j < scale; ++j) box += sums[x * scale + j];
      out[x] = static_cast<float>(box);
    }
  }
}

ASSAY_END_FORMULAS

#if HWY_ONCE

namespace assay::float_ssim {
namespace {

HWY_EXPORT(decimate_rows);

}  // namespace

void decimate(const gaussian_ssim::ImageSource& source, int scale, Workers& workers,
              gaussian_ssim::FloatImage& to) {
  to.resize(decimated(source.width(), scale), decimated(source.height(), scale));
  constexpr int kFewestRows = 16;
  const int rows = std::max(kFewestRows, (to.height() + workers.threads() - 1) / workers.threads());
  workers.for_each((to.height() + rows - 1) / rows, [&](int i) {
    HWY_DYNAMIC_DISPATCH(decimate_rows)
    (source, scale, i * rows, std::min((i + 1) * rows, to.height()), to);
  });
}

}  // namespace assay::float_ssim
#endif
