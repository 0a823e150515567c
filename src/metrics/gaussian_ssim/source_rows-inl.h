// Rows of a picture as floats on the 8-bit scale.

#if defined(ASSAY_GAUSSIAN_SSIM_SOURCE_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_GAUSSIAN_SSIM_SOURCE_ROWS_INL_H_
#undef ASSAY_GAUSSIAN_SSIM_SOURCE_ROWS_INL_H_
#else
#define ASSAY_GAUSSIAN_SSIM_SOURCE_ROWS_INL_H_
#endif

#include <cstdint>
#include <cstring>

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "math/vector_math-inl.h"
#include "metrics/gaussian_ssim/float_image.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(gaussian_ssim)

// n codes from p on, which may lie at any address, times scale.
template <class Sample>
HWY_INLINE void copy_codes(const Sample* p, int n, float scale, float* HWY_RESTRICT to) {
  const VectorMath::D d;
  const hn::Rebind<Sample, VectorMath::D> ds;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const auto factor = VectorMath::set(scale);
  const auto code = [&](const Sample* from) HWY_ATTR {
    const auto whole = hn::PromoteTo(VectorMath::DI(), hn::LoadU(ds, from));
    return VectorMath::mul(hn::ConvertTo(d, whole), factor);
  };
  int x = 0;
  for (; x + lanes <= n; x += lanes) hn::StoreU(code(p + x), d, to + x);
  if (x >= n) return;
  HWY_ALIGN Sample rest[hn::MaxLanes(d)] = {};
  HWY_ALIGN float made[hn::MaxLanes(d)];
  const auto count = static_cast<std::size_t>(n - x);
  std::memcpy(rest, reinterpret_cast<const std::byte*>(p) + x * sizeof(Sample),
              count * sizeof(Sample));
  hn::Store(code(rest), d, made);
  std::memcpy(to + x, made, count * sizeof(float));
}

// Columns [x, x + n) of row y.
HWY_INLINE void copy_row(const ImageSource& source, int x, int y, int n, float* HWY_RESTRICT to) {
  if (!source.has_codes()) {
    std::memcpy(to, source.floats().row(y) + x, static_cast<std::size_t>(n) * sizeof(float));
    return;
  }
  const float scale = 1.0f / static_cast<float>(1 << (source.depth() - 8));
  if (source.depth() == 8) {
    copy_codes(source.codes().row<std::uint8_t>(y) + x, n, scale, to);
  } else {
    copy_codes(source.codes().row<std::uint16_t>(y) + x, n, scale, to);
  }
}

// Asks for columns [x, x + n) of row y, if there is one, ahead of their use.
HWY_INLINE void prefetch_row(const ImageSource& source, int x, int y, int n) {
  if (y >= source.height()) return;
  constexpr int kLine = 64;
  const std::byte* from = nullptr;
  int bytes = 0;
  if (source.has_codes()) {
    const int sample = source.depth() == 8 ? 1 : 2;
    from = source.codes().row<std::byte>(y) + x * sample;
    bytes = n * sample;
  } else {
    from = reinterpret_cast<const std::byte*>(source.floats().row(y) + x);
    bytes = n * static_cast<int>(sizeof(float));
  }
  for (int i = 0; i < bytes; i += kLine) hwy::Prefetch(from + i);
}

ASSAY_END_FORMULAS

#endif
