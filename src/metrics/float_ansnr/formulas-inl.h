// The filters of float_ansnr and the energies of a pixel.

#if defined(ASSAY_FLOAT_ANSNR_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_FLOAT_ANSNR_FORMULAS_INL_H_
#undef ASSAY_FLOAT_ANSNR_FORMULAS_INL_H_
#else
#define ASSAY_FLOAT_ANSNR_FORMULAS_INL_H_
#endif

#include "math/exact_double_sum-inl.h"
#include "math/wide-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(float_ansnr)

// Brings terms of all samples, also those beyond their depth, into the room of an exact sum.
constexpr double kTermScale = 0x1p-20;

// One row of ref's binomial filter of 3x3, and the filter from its rows. All values are exact, so
// the order of additions is free.
template <class F>
ASSAY_FORMULA typename F::V ref_row(typename F::V left, typename F::V middle, typename F::V right) {
  return F::add(F::add(left, right), F::mul(F::set(2.0f), middle));
}
template <class F>
ASSAY_FORMULA typename F::V ref_of_rows(typename F::V above, typename F::V own,
                                        typename F::V below) {
  return F::mul(ref_row<F>(above, own, below), F::set(1.0f / 16.0f));
}

// The filter of ref about the middle of a window of 5x5.
template <class F, class Window>
ASSAY_FORMULA typename F::V filtered_ref(const Window& w) {
  typename F::V row[3];
  for (int j = 0; j < 3; ++j)
    row[j] = ref_row<F>(w.ref(j + 1, 1), w.ref(j + 1, 2), w.ref(j + 1, 3));
  return ref_of_rows<F>(row[0], row[1], row[2]);
}

// The weights of dist's filter: these over 571, as floats.
constexpr float dist_weight(int j, int i) {
  const int a = j < 3 ? j : 4 - j;
  const int b = i < 3 ? i : 4 - i;
  const int low = a < b ? a : b;
  const int high = a < b ? b : a;
  const int weight = low == 0   ? (high == 0   ? 2
                                   : high == 1 ? 7
                                               : 12)
                     : low == 1 ? (high == 1 ? 31 : 52)
                                : 127;
  return static_cast<float>(weight / 571.0);
}

// Products and sums of dist's filter are floats: along a row's taps, then down the rows. Rows j and
// 4 - j have the same weights.
template <class F>
ASSAY_FORMULA typename F::V dist_row(int j, const typename F::V (&sample)[5]) {
  auto row = F::mul(F::set(dist_weight(j, 0)), sample[0]);
  for (int i = 1; i < 5; ++i) row = F::add(row, F::mul(F::set(dist_weight(j, i)), sample[i]));
  return row;
}
template <class F, class Window>
ASSAY_FORMULA typename F::V filtered_dist(const Window& w) {
  auto sum = F::set(0.0f);
  for (int j = 0; j < 5; ++j) {
    const typename F::V sample[5] = {w.dist(j, 0), w.dist(j, 1), w.dist(j, 2), w.dist(j, 3),
                                     w.dist(j, 4)};
    sum = F::add(sum, dist_row<F>(j, sample));
  }
  return sum;
}

// Adds the words of a float term's parts.
template <class F, class D>
ASSAY_FORMULA void add_square(typename F::V x, typename D::I* words) {
  const Wide<F, D> term = wide_product<F, D>(x, x);
  for (int i = 0; i < D::kParts; ++i) {
    add_signed_term<D>(D::mul(term.part[i], D::set(kTermScale)), words);
  }
}

// Signal and noise of a pixel.
template <class F>
struct Pixel {
  typename F::V signal, noise;
};

template <class F, class Window>
ASSAY_FORMULA Pixel<F> pixel_of(const Window& w) {
  const auto ref = filtered_ref<F>(w);
  return {ref, F::sub(ref, filtered_dist<F>(w))};
}

// Adds a pixel's energies, rounded to float: two words of the signal, two of the noise.
template <class F, class D>
ASSAY_FORMULA void add_energies(const Pixel<F>& pixel, typename D::I* words) {
  add_square<F, D>(pixel.signal, words);
  add_square<F, D>(pixel.noise, words + 2);
}

ASSAY_END_FORMULAS

#endif
