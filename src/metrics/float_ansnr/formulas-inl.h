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

// The binomial filter of ref about the middle of a window of 5x5. All values are exact, so the
// order of additions is free.
template <class F, class Window>
ASSAY_FORMULA typename F::V filtered_ref(const Window& w) {
  const auto two = F::set(2.0f);
  typename F::V column[3];
  for (int i = 0; i < 3; ++i) {
    const auto ends = F::add(w.ref(1, i + 1), w.ref(3, i + 1));
    column[i] = F::add(ends, F::mul(two, w.ref(2, i + 1)));
  }
  const auto sum = F::add(F::add(column[0], column[2]), F::mul(two, column[1]));
  return F::mul(sum, F::set(1.0f / 16.0f));
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

// Products and sums are floats: along a row's taps, then down the rows.
template <class F, class Window>
ASSAY_FORMULA typename F::V filtered_dist(const Window& w) {
  auto sum = F::set(0.0f);
  for (int j = 0; j < 5; ++j) {
    auto row = F::mul(F::set(dist_weight(j, 0)), w.dist(j, 0));
    for (int i = 1; i < 5; ++i) {
      row = F::add(row, F::mul(F::set(dist_weight(j, i)), w.dist(j, i)));
    }
    sum = F::add(sum, row);
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
