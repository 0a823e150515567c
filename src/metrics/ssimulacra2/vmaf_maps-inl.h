// The ssim, artifact and detail-loss maps of a block of columns, and their sums.

#if defined(ASSAY_METRICS_SSIMULACRA2_VMAF_MAPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_METRICS_SSIMULACRA2_VMAF_MAPS_INL_H_
#undef ASSAY_METRICS_SSIMULACRA2_VMAF_MAPS_INL_H_
#else
#define ASSAY_METRICS_SSIMULACRA2_VMAF_MAPS_INL_H_
#endif

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "hwy/highway.h"
#include "math/exact_double_sum-inl.h"
#include "metrics/ssimulacra2/vmaf_formulas-inl.h"
#include "metrics/ssimulacra2/vmaf_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay {
namespace HWY_NAMESPACE {

using ssimulacra2::TileScratch;
using ssimulacra2::TileShape;

inline constexpr D::D kDoubles{};
inline constexpr int kDoubleLanes = static_cast<int>(hn::MaxLanes(kDoubles));

// Word sums of the exact sums of one channel of a tile, lane by lane.
class LaneSums {
 public:
  explicit LaneSums(TileScratch& scratch) : lanes_(scratch.lanes) {
    std::memset(lanes_, 0, sizeof(scratch.lanes));
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

  std::int64_t (*lanes_)[ssimulacra2::kMaps][ExactDoubleSum::kWords][TileShape::kMostLanes];
};

// A vector of columns of a tile, at a group of rows.
struct MapGroup {
  const TileScratch& scratch;
  const float* xyb[ssimulacra2::kPictures];  // at the first row and column, kPitch apart
  int offset;                                // of the first pixel in scratch.blurred
  int rows;                                  // 1 to kGroup
  double first_column;                       // of the picture; lanes may lie outside of it
  double width;
  double
      double_from;  // pixels from here on, counted from the first row's column 0, differ in double

  HWY_INLINE V blurred(int signal, int row) const {
    return load(scratch.blurred[signal] + offset + row * kBlock);
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

// Calls body with std::integral_constant<int, part> for each half of a float vector.
template <class Body>
HWY_INLINE void for_each_part(const Body& body) {
  body(std::integral_constant<int, 0>());
  if constexpr (D::kParts == 2) body(std::integral_constant<int, 1>());
}

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

HWY_INLINE void add_ssim(const MapGroup& group, LaneSums& sums) {
  NormSums error[D::kParts];
  for (int r = 0; r < group.rows; ++r) {
    const auto factors = vmaf_ssim<F>(
        group.blurred(ssimulacra2::kMeanRef, r), group.blurred(ssimulacra2::kMeanDist, r),
        group.blurred(ssimulacra2::kRefRef, r), group.blurred(ssimulacra2::kDistDist, r),
        group.blurred(ssimulacra2::kRefDist, r));
    for_each_part([&](auto part) HWY_ATTR {
      constexpr int kPart = decltype(part)::value;
      error[kPart].add(vmaf_ssim_error<D>(D::widen<kPart>(factors.mean),
                                          D::widen<kPart>(factors.structure),
                                          D::widen<kPart>(factors.variance)));
    });
  }
  for_each_part([&](auto part) HWY_ATTR {
    constexpr int kPart = decltype(part)::value;
    error[kPart].template add_to<kPart>(sums, 0, group);
  });
}

// Distances of the pixels from their blur are rounded to float, but those of the picture's last
// width * height mod 16 pixels are taken in double: kDouble says that there may be such.
template <bool kArtifact, bool kDetail, bool kDouble>
HWY_INLINE void add_edges(const MapGroup& group, LaneSums& sums) {
  NormSums artifact[D::kParts], detail[D::kParts];
  const auto zero = D::set(0.0);
  for (int r = 0; r < group.rows; ++r) {
    const auto ref = group.pixel(ssimulacra2::kRef, r);
    const auto dist = group.pixel(ssimulacra2::kDist, r);
    const auto mu1 = group.blurred(ssimulacra2::kMeanRef, r);
    const auto mu2 = group.blurred(ssimulacra2::kMeanDist, r);
    const auto ref_distance = F::abs(F::sub(ref, mu1));
    const auto dist_distance = F::abs(F::sub(dist, mu2));
    for_each_part([&](auto part) HWY_ATTR {
      constexpr int kPart = decltype(part)::value;
      auto from_ref = D::widen<kPart>(ref_distance);
      auto from_dist = D::widen<kPart>(dist_distance);
      if constexpr (kDouble) {
        const auto pixel = D::add(group.column<kPart>(), D::set(r * group.width));
        const auto in_double = D::less_equal(D::set(group.double_from), pixel);
        const auto exact = [](V a, V b) HWY_ATTR {
          return D::abs(D::sub(D::widen<kPart>(a), D::widen<kPart>(b)));
        };
        from_ref = D::select(in_double, exact(ref, mu1), from_ref);
        from_dist = D::select(in_double, exact(dist, mu2), from_dist);
      }
      const auto edge = vmaf_edge<D>(from_ref, from_dist);
      if constexpr (kArtifact) artifact[kPart].add(D::max(edge, zero));
      if constexpr (kDetail) detail[kPart].add(D::max(D::sub(zero, edge), zero));
    });
  }
  for_each_part([&](auto part) HWY_ATTR {
    constexpr int kPart = decltype(part)::value;
    if constexpr (kArtifact) artifact[kPart].template add_to<kPart>(sums, 1, group);
    if constexpr (kDetail) detail[kPart].template add_to<kPart>(sums, 2, group);
  });
}

template <bool kDouble>
HWY_INLINE void add_edges(unsigned maps, const MapGroup& group, LaneSums& sums) {
  const bool artifact = (maps & ssimulacra2::kArtifact) != 0;
  const bool detail = (maps & ssimulacra2::kDetail) != 0;
  if (artifact && detail) {
    add_edges<true, true, kDouble>(group, sums);
  } else if (artifact) {
    add_edges<true, false, kDouble>(group, sums);
  } else if (detail) {
    add_edges<false, true, kDouble>(group, sums);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace assay
HWY_AFTER_NAMESPACE();

#endif
