#include "check/contraction/product_sums.h"

#include "cpu/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "check/contraction/product_sums.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace assay::check::FLAGS_NAMESPACE {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Real>
void add_plainly(const Terms<Real>& terms, Real* HWY_RESTRICT out) {
  for (std::size_t i = 0; i < terms.a.size(); ++i) {
    out[i] = terms.a[i] * terms.b[i] + terms.c[i];
  }
}

void plain_floats(const Terms<float>& terms, float* HWY_RESTRICT out) { add_plainly(terms, out); }
void plain_doubles(const Terms<double>& terms, double* HWY_RESTRICT out) {
  add_plainly(terms, out);
}

void vector_floats(const Terms<float>& terms, float* HWY_RESTRICT out) {
  const hn::ScalableTag<float> d;
  for (std::size_t i = 0; i < terms.a.size(); i += hn::Lanes(d)) {
    const auto product = hn::Mul(hn::LoadU(d, &terms.a[i]), hn::LoadU(d, &terms.b[i]));
    hn::StoreU(hn::Add(product, hn::LoadU(d, &terms.c[i])), d, out + i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace assay::check::FLAGS_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::check::FLAGS_NAMESPACE {

HWY_EXPORT(plain_floats);
HWY_EXPORT(plain_doubles);
HWY_EXPORT(vector_floats);

void plain_sums(const Terms<float>& terms, float* out) {
  HWY_DYNAMIC_DISPATCH(plain_floats)(terms, out);
}
void plain_sums(const Terms<double>& terms, double* out) {
  HWY_DYNAMIC_DISPATCH(plain_doubles)(terms, out);
}
void vector_sums(const Terms<float>& terms, float* out) {
  HWY_DYNAMIC_DISPATCH(vector_floats)(terms, out);
}

}  // namespace assay::check::FLAGS_NAMESPACE
#endif
