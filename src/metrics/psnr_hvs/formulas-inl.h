// The error of a block of 8x8 samples as the eye sees it: PSNR-HVS-M of Ponomarenko et al., "On
// between-coefficient contrast masking of DCT basis functions", 2007, with the integer transform
// and the weights of Daala. M is ScalarBlockMath or its vectors, whose lanes are blocks.

#if defined(ASSAY_PSNR_HVS_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_PSNR_HVS_FORMULAS_INL_H_
#undef ASSAY_PSNR_HVS_FORMULAS_INL_H_
#else
#define ASSAY_PSNR_HVS_FORMULAS_INL_H_
#endif

#include "math/exact_double_sum-inl.h"
#include "math/unroll.h"
#include "math/wide-inl.h"
#include "metrics/psnr_hvs/block.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(psnr_hvs)

template <class M>
ASSAY_FORMULA typename M::V squared_distance(typename M::I code, typename M::V mean) {
  const auto distance = M::sub(M::to_float(code), mean);
  return M::mul(distance, distance);
}

// The variances of the four quarters, summed, over that of the whole block: low where the block has
// an edge. Zero for a flat block. Each step is rounded to float, sums in raster order.
template <class M>
ASSAY_FORMULA typename M::V activity(const typename M::I* codes) {
  typename M::I sums[4];
  typename M::V means[4];
  typename M::V energies[4];
  for (int q = 0; q < 4; ++q) sums[q] = M::set_int(0);
  ASSAY_UNROLL(kSamples)
  for (int k = 0; k < kSamples; ++k) {
    const int quarter = k / 32 + k % 8 / 4 * 2;
    sums[quarter] = M::add_int(sums[quarter], codes[k]);
  }
  const auto sum = M::add_int(M::add_int(sums[0], sums[1]), M::add_int(sums[2], sums[3]));
  const auto mean = M::mul(M::to_float(sum), M::set(1.0f / 64.0f));
  auto energy = M::set(0.0f);
  for (int q = 0; q < 4; ++q) {
    means[q] = M::mul(M::to_float(sums[q]), M::set(1.0f / 16.0f));
    energies[q] = M::set(0.0f);
  }
  ASSAY_UNROLL(kSamples)
  for (int k = 0; k < kSamples; ++k) {
    const int quarter = k / 32 + k % 8 / 4 * 2;
    energy = M::add(energy, squared_distance<M>(codes[k], mean));
    energies[quarter] = M::add(energies[quarter], squared_distance<M>(codes[k], means[quarter]));
  }
  energy = M::mul(energy, M::set(1.0f / 63.0f * 64.0f));
  for (int q = 0; q < 4; ++q) energies[q] = M::mul(energies[q], M::set(1.0f / 15.0f * 16.0f));
  const auto parts = M::add(M::add(M::add(energies[0], energies[1]), energies[2]), energies[3]);
  return M::select(M::less_equal(energy, M::set(0.0f)), M::set(0.0f), M::div(parts, energy));
}

// The discrete cosine transform of eight integers that lie kStride apart, in place, by lifting
// steps: Daala's, orthonormal but for the rounding of each step.
template <class M, int kStride>
ASSAY_FORMULA void transform_line(typename M::I* line) {
  using I = typename M::I;
  const auto at = [line](int k) -> I& { return line[k * kStride]; };
  const auto raise = [](I& a, I b, int factor) { a = M::add_int(a, M::scaled(b, factor)); };
  const auto lower = [](I& a, I b, int factor) { a = M::sub_int(a, M::scaled(b, factor)); };

  // Sums and differences of samples as far from both ends; one of each pair is halved.
  I odd1 = M::sub_int(at(0), at(7));
  const I half1 = M::half(odd1);
  I even0 = M::sub_int(at(0), half1);
  I even4 = M::add_int(at(1), at(6));
  const I half4 = M::half(even4);
  I odd5 = M::sub_int(at(6), half4);
  I odd3 = M::sub_int(at(2), at(5));
  I even2 = M::sub_int(at(2), M::half(odd3));
  I even6 = M::add_int(at(3), at(4));
  const I half6 = M::half(even6);
  I odd7 = M::sub_int(half6, at(4));

  // Even coefficients: a transform of four, of two turns.
  even0 = M::add_int(even0, half6);
  even6 = M::sub_int(even0, even6);
  even2 = M::sub_int(half4, even2);
  even4 = M::sub_int(even2, even4);
  lower(even0, even4, 13573);      // sqrt(2) - 1
  raise(even4, even0, 2 * 11585);  // sqrt(1/2)
  lower(even0, even4, 13573);
  lower(even6, even2, 21895);      // tan(3 pi / 16)
  raise(even2, even6, 2 * 15137);  // sin(3 pi / 8)
  lower(even6, even2, 21895);

  // Odd coefficients: a sine transform of four.
  raise(odd3, odd5, 19195);      // 2 - sqrt(2)
  raise(odd5, odd3, 2 * 11585);  // sqrt(1/2)
  lower(odd3, odd5, 4 * 7489);   // sqrt(2) - 1/2
  odd7 = M::sub_int(M::half(odd5), odd7);
  odd5 = M::sub_int(odd5, odd7);
  odd3 = M::sub_int(half1, odd3);
  odd1 = M::sub_int(odd1, odd3);
  raise(odd7, odd1, 3227);  // tan(pi / 32)
  lower(odd1, odd7, 6393);  // sin(pi / 16)
  raise(odd7, odd1, 3227);
  raise(odd5, odd3, 4 * 2485);  // tan(3 pi / 32)
  lower(odd3, odd5, 18205);     // sin(3 pi / 16)
  raise(odd5, odd3, 4 * 2485);

  at(0) = even0;
  at(1) = odd1;
  at(2) = even2;
  at(3) = odd3;
  at(4) = even4;
  at(5) = odd5;
  at(6) = even6;
  at(7) = odd7;
}

// Code values to coefficients, down the columns and then along the rows. No step leaves 32 bits
// for codes of up to 12 bits.
template <class M>
ASSAY_FORMULA void transform(typename M::I* block) {
  ASSAY_UNROLL(kSide)
  for (int k = 0; k < kSide; ++k) transform_line<M, kSide>(block + k);
  ASSAY_UNROLL(kSide)
  for (int k = 0; k < kSide; ++k) transform_line<M, 1>(block + kSide * k);
}

// How large a coefficient may be, over its mask, to stay unseen: from the energy of all but the
// first, and the block's activity. mask(k) is a weight.
template <class M, class Mask>
ASSAY_FORMULA typename M::V hiding_power(const typename M::V* coefficients, typename M::V activity,
                                         Mask mask) {
  auto energy = M::set(0.0f);
  ASSAY_UNROLL(kSamples)
  for (int k = 1; k < kSamples; ++k) {
    const auto square = M::mul(coefficients[k], coefficients[k]);
    energy = M::add(energy, M::mul(square, mask(k)));
  }
  return M::mul(M::sqrt(M::mul(energy, activity)), M::set(1.0f / 32.0f));
}

// a / b with the same bits, from 1 / b rounded to float: for the masks, and a that is zero or not
// below 2^-70.
template <class M>
ASSAY_FORMULA typename M::V divided(typename M::V a, typename M::V b, typename M::V inverse) {
  const auto near = M::mul(a, inverse);
  return M::fma(M::fnma(near, b, a), inverse, near);
}

// What one plane's coefficients weigh, for one of them.
template <class M>
struct Weight {
  typename M::V sensitivity, mask, inverse_mask;
};

// The squared error of coefficient k, of what is beyond the power to hide it.
template <class M>
ASSAY_FORMULA typename M::V seen_error(int k, typename M::V ref, typename M::V dist,
                                       typename M::V hiding, const Weight<M>& weight) {
  auto error = M::abs(M::sub(ref, dist));
  if (k > 0) {
    const auto threshold = divided<M>(hiding, weight.mask, weight.inverse_mask);
    error = M::max(M::sub(error, threshold), M::set(0.0f));
  }
  const auto weighted = M::mul(error, weight.sensitivity);
  return M::mul(weighted, weighted);
}

// The seen errors of a block: floats, along each row and then down the rows. ref(k), dist(k) are
// coefficients, weight(k) a Weight.
template <class M, class Ref, class Dist, class Weights>
ASSAY_FORMULA typename M::V block_error(Ref ref, Dist dist, typename M::V hiding, Weights weight) {
  auto sum = M::set(0.0f);
  ASSAY_UNROLL(kSide)
  for (int i = 0; i < kSide; ++i) {
    auto row = M::set(0.0f);
    ASSAY_UNROLL(kSide)
    for (int j = 0; j < kSide; ++j) {
      const int k = kSide * i + j;
      row = M::add(row, seen_error<M>(k, ref(k), dist(k), hiding, weight(k)));
    }
    sum = M::add(sum, row);
  }
  return sum;
}

// Adds the words of a block's error times scale, 2^(-2 depth), which brings it into the sum's room.
template <class M, class D>
ASSAY_FORMULA void add_error(typename M::V error, double scale, typename D::I* words) {
  const Wide<M, D> term = widen<M, D>(error);
  for (int i = 0; i < D::kParts; ++i) {
    add_signed_term<D>(D::mul(term.part[i], D::set(scale)), words);
  }
}

ASSAY_END_FORMULAS

#endif
