// The ssim, artifact and detail-loss maps of a block of columns, and their sums.

#if defined(ASSAY_METRICS_SSIMULACRA2_VMAF_MAPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_METRICS_SSIMULACRA2_VMAF_MAPS_INL_H_
#undef ASSAY_METRICS_SSIMULACRA2_VMAF_MAPS_INL_H_
#else
#define ASSAY_METRICS_SSIMULACRA2_VMAF_MAPS_INL_H_
#endif

#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "math/exact_double_sum-inl.h"
#include "metrics/ssimulacra2/vmaf_formulas-inl.h"
#include "metrics/ssimulacra2/vmaf_lanes-inl.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(ssimulacra2::vmaf)

inline constexpr D::D kDoubles{};
inline constexpr int kDoubleLanes = static_cast<int>(hn::MaxLanes(kDoubles));

// Word sums of the exact sums of one channel of a tile, lane by lane.
class LaneSums {
 public:
  explicit LaneSums(StripMemory& memory) : lanes_(memory.lanes) {
    std::memset(lanes_, 0, sizeof(memory.lanes));
  }

  // Adds a term of each lane. Every map and norm in use gets as many terms.
  HWY_INLINE void add(int norm, int map, D::V term) {
    auto rest = bounded_term<D>(term);
    add_word<0>(norm, map, rest);
    add_word<1>(norm, map, rest);
    add_word<2>(norm, map, rest);
    add_word<3>(norm, map, rest);
    static_assert(ExactDoubleSum::kWords == 4);
  }

  // The sums of a map in use to which each lane was given this many terms.
  void add_to(ExactDoubleSum& sum, int norm, int map, std::int64_t terms) const {
    for (int w = 0; w < ExactDoubleSum::kWords; ++w) {
      for (int i = 0; i < kDoubleLanes; ++i) {
        sum.words[w] += double_word_sum(lanes_[norm][map][w][i], w, terms);
      }
    }
  }

 private:
  template <int kWord>
  HWY_INLINE void add_word(int norm, int map, D::V& rest) {
    std::int64_t* const lanes = lanes_[norm][map][kWord];
    const auto word = split_word<D, kWord>(rest);
    hn::Store(D::add_int(hn::Load(D::DI(), lanes), word), D::DI(), lanes);
  }

  std::int64_t (*lanes_)[kMaps][ExactDoubleSum::kWords][TileShape::kMostLanes];
};

// A vector of columns of a tile, at a group of rows.
struct MapGroup {
  const StripMemory& memory;
  const float* xyb[kPictures];  // at the first row and column, kPitch apart
  int offset;                   // of the first pixel in memory.blurred
  int rows;                     // 1 to kGroup
  double first_column;          // of the picture; lanes may lie outside of it
  double width;
  double
      double_from;  // pixels from here on, counted from the first row's column 0, differ in double

  HWY_INLINE V blurred(int signal, int row) const {
    return load(memory.blurred[signal] + offset + row * kBlock);
  }
  HWY_INLINE V pixel(int picture, int row) const {
    return load_unaligned(xyb[picture] + row * TileShape::kPitch);
  }
  template <int kPart>
  HWY_INLINE D::V column() const {
    return hn::Iota(kDoubles, first_column + kPart * kDoubleLanes);
  }
  // A group's sum with zeros in lanes outside of the picture.
  template <int kPart>
  HWY_INLINE D::V inside(D::V sum) const {
    const auto x = column<kPart>();
    const auto in = hn::And(hn::Ge(x, hn::Zero(kDoubles)), hn::Lt(x, hn::Set(kDoubles, width)));
    return hn::IfThenElseZero(in, sum);
  }
};

// The mean and the fourth power of a map, summed over the rows of a group.
struct NormSums {
  D::V first;
  D::V fourth;

  HWY_INLINE NormSums() : first(hn::Zero(kDoubles)), fourth(hn::Zero(kDoubles)) {}

  HWY_INLINE void add(D::V e) {
    first = D::add(first, e);
    fourth = D::add(fourth, fourth_power<D>(e));
  }
  template <int kPart>
  HWY_INLINE void add_to(LaneSums& sums, int map, const MapGroup& group) const {
    sums.add(0, map, group.inside<kPart>(first));
    sums.add(1, map, group.inside<kPart>(fourth));
  }
};

// A float vector takes one or two vectors of doubles.
inline constexpr int kUpper = D::kParts - 1;

template <int kPart>
HWY_INLINE D::V ssim_error(const SsimFactors<F>& factors) {
  return ssim_error_of<D>(D::widen<kPart>(factors.mean), D::widen<kPart>(factors.structure),
                          D::widen<kPart>(factors.variance));
}

HWY_INLINE void add_ssim(const MapGroup& group, LaneSums& sums) {
  NormSums lower, upper;
  for (int r = 0; r < group.rows; ++r) {
    const auto factors = ssim_factors<F>(group.blurred(kMeanRef, r), group.blurred(kMeanDist, r),
                                         group.blurred(kRefRef, r), group.blurred(kDistDist, r),
                                         group.blurred(kRefDist, r));
    lower.add(ssim_error<0>(factors));
    if constexpr (kUpper != 0) upper.add(ssim_error<kUpper>(factors));
  }
  lower.add_to<0>(sums, 0, group);
  if constexpr (kUpper != 0) upper.add_to<kUpper>(sums, 0, group);
}

// How far a pixel strays from its blur: rounded to float, but taken in double for the picture's
// last width * height mod 16 pixels, which only rows with kDouble have.
template <bool kDouble>
struct Distance {
  V pixel, mean, rounded;

  HWY_INLINE Distance(V p, V m) : pixel(p), mean(m), rounded(F::abs(F::sub(p, m))) {}

  template <int kPart>
  HWY_INLINE D::V part(const MapGroup& group, int row) const {
    const auto widened = D::widen<kPart>(rounded);
    if constexpr (!kDouble) return widened;
    const auto index = D::add(group.column<kPart>(), D::set(row * group.width));
    const auto exact = D::abs(D::sub(D::widen<kPart>(pixel), D::widen<kPart>(mean)));
    return D::select(D::less_equal(D::set(group.double_from), index), exact, widened);
  }
};

template <bool kArtifact, bool kDetail>
struct EdgeSums {
  NormSums artifact, detail;

  HWY_INLINE EdgeSums() {}

  HWY_INLINE void add(D::V ref, D::V dist) {
    const auto zero = D::set(0.0);
    const auto edge = edge_of<D>(ref, dist);
    if constexpr (kArtifact) artifact.add(D::max(edge, zero));
    if constexpr (kDetail) detail.add(D::max(D::sub(zero, edge), zero));
  }
  template <int kPart>
  HWY_INLINE void add_to(LaneSums& sums, const MapGroup& group) const {
    if constexpr (kArtifact) artifact.template add_to<kPart>(sums, 1, group);
    if constexpr (kDetail) detail.template add_to<kPart>(sums, 2, group);
  }
};

template <bool kArtifact, bool kDetail, bool kDouble>
HWY_INLINE void add_edges(const MapGroup& group, LaneSums& sums) {
  EdgeSums<kArtifact, kDetail> lower, upper;
  for (int r = 0; r < group.rows; ++r) {
    const Distance<kDouble> ref(group.pixel(kRef, r), group.blurred(kMeanRef, r));
    const Distance<kDouble> dist(group.pixel(kDist, r), group.blurred(kMeanDist, r));
    lower.add(ref.template part<0>(group, r), dist.template part<0>(group, r));
    if constexpr (kUpper != 0) {
      upper.add(ref.template part<kUpper>(group, r), dist.template part<kUpper>(group, r));
    }
  }
  lower.template add_to<0>(sums, group);
  if constexpr (kUpper != 0) upper.template add_to<kUpper>(sums, group);
}

template <bool kDouble>
HWY_INLINE void add_edges(unsigned maps, const MapGroup& group, LaneSums& sums) {
  const bool artifact = (maps & kArtifact) != 0;
  const bool detail = (maps & kDetail) != 0;
  if (artifact && detail) {
    add_edges<true, true, kDouble>(group, sums);
  } else if (artifact) {
    add_edges<true, false, kDouble>(group, sums);
  } else if (detail) {
    add_edges<false, true, kDouble>(group, sums);
  }
}

ASSAY_END_FORMULAS

#endif
