#include "metrics/speed/statistics.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/speed/entropies_cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "math/double_functions-inl.h"
#include "math/fused_double_math-inl.h"
#include "metrics/speed/formulas-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(speed)
namespace {

void add_to_entropies(const float* eigenvalues, float sigma_nn, const float* variances, int count,
                      float* entropies) {
  using D = FusedVectorDoubleMath;
  using F = D::Float;
  const F::D d;
  for (int j = 0; j < count; j += static_cast<int>(hn::Lanes(d))) {
    const auto s = hn::LoadU(d, variances + j);
    auto entropy = hn::LoadU(d, entropies + j);
    for (int k = 0; k < kElements; ++k)
      entropy = add_entropy<D>(entropy, s, eigenvalues[k], sigma_nn);
    hn::StoreU(entropy, d, entropies + j);
  }
}

void weigh(const float* entropies, const double* arguments, int count, float* weighted) {
  using D = FusedVectorDoubleMath;
  const D::Float::D d;
  for (int j = 0; j < count; j += static_cast<int>(hn::Lanes(d))) {
    const auto entropy = hn::LoadU(d, entropies + j);
    hn::StoreU(weighted_entropy<D>(entropy, hn::LoadU(D::D(), arguments + j)), d, weighted + j);
  }
}

std::int64_t target() { return HWY_TARGET; }

}  // namespace
ASSAY_END_FORMULAS

#if HWY_ONCE

namespace assay::speed {
namespace {

HWY_EXPORT(add_to_entropies);
HWY_EXPORT(weigh);
HWY_EXPORT(target);

}  // namespace

void add_entropies(const float* eigenvalues, float sigma_nn, const float* variances, int count,
                   float* entropies) {
  HWY_DYNAMIC_DISPATCH(add_to_entropies)(eigenvalues, sigma_nn, variances, count, entropies);
}

void weigh_entropies(const float* entropies, const double* arguments, int count, float* weighted) {
  HWY_DYNAMIC_DISPATCH(weigh)(entropies, arguments, count, weighted);
}

std::int64_t entropies_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace assay::speed

#endif  // HWY_ONCE
