// Profile vmaf on a device: the blur along columns, the maps and their sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "device/kernel.h"
#include "math/exact_double_sum.h"
#include "math/scalar_double_math.h"
#include "math/scalar_pair_math.h"
#include "metrics/ssimulacra2/vmaf_formulas-inl.h"
#include "metrics/ssimulacra2/vmaf_rows.h"
#include "metrics/ssimulacra2/vmaf_signals.h"
#include "metrics/ssimulacra2/weights.h"

namespace assay::ssimulacra2::vmaf {

// One channel at one scale, as a range of the groups of Columns.
struct ColumnJob {
  const float* picture[kPictures] = {};  // XYB
  const float* blurred = nullptr;        // along rows, as Rows leaves it
  int pitch = 0;                         // floats, of the pictures
  int blurred_pitch = 0;                 // floats
  int width = 0;
  int height = 0;
  unsigned maps = 0;  // MapBits
  int first_group = 0;
  std::int64_t* sums = nullptr;  // of the channel: [norm][map] ExactDoubleSum
};

// Blurs along columns, and adds up the maps of groups of rows. A group of items works for 32
// columns in turns of kRows rows: first an item is a column of one signal and carries its blur on,
// while others add up the maps of the turn before; then it is a pixel of these rows and makes the
// maps. Grid: the groups of all jobs in a row. D is the vocabulary of the maps' terms: doubles, or
// pairs of floats on devices that have none.
template <class D>
struct Columns {
  static constexpr bool kNeedsDouble = std::is_same_v<D, ScalarDoubleMath>;
  static constexpr const char* kName =
      kNeedsDouble ? "ssimulacra2.vmaf_columns" : "ssimulacra2.vmaf_columns_bounded";
  static constexpr int kColumns = 32;
  static constexpr int kRows = Recursion::kBlock;  // whose terms are added before they are split
  static constexpr int kItems = kColumns * kRows;
  using F = ScalarMath;
  using Term = typename D::V;
  static constexpr int kSumsOfColumn = kNorms * kMaps;
  static constexpr std::size_t kSharedBytes =
      sizeof(float) * kSignals * kRows * kColumns + sizeof(Term) * kMaps * kRows * kColumns;
  static constexpr int kMostJobs = kScales * kChannels;
  static constexpr int kResidentGroups = 4;
  static constexpr int kWords = kSumsOfColumn * ExactDoubleSum::kWords;

  ColumnJob job[kMostJobs];
  int jobs = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int n = 0;
    while (n + 1 < jobs && g.x() >= job[n + 1].first_group) ++n;
    // Columns of blurred lie kAhead after the picture's.
    const int x = (g.x() - job[n].first_group) * kColumns - plain::Blur::kAhead;
    if (plain::has_third_damping(job[n].height)) {
      run<true>(g, job[n], x);
    } else {
      run<false>(g, job[n], x);
    }
  }

 private:
  static_assert(kSignals <= kRows && kSumsOfColumn <= kRows);

  // What an item keeps.
  struct Item {
    Recursion recursion;  // of its signal
    float next[kRows];    // samples of its signal, of the next turn
    float pixel[kPictures];
    std::int64_t words[ExactDoubleSum::kWords];  // of its norm and map
  };

  // The items' place: a column, and a signal, a row of the turn, or a norm of a map.
  struct Place {
    int lane, role, x;
    ASSAY_FN Place(int item, int first_x)
        : lane(item % kColumns), role(item / kColumns), x(first_x + lane) {}
    ASSAY_FN bool is_in(const ColumnJob& job) const { return x >= 0 && x < job.width; }
  };

  template <bool kThirdDamped, class Group>
  static ASSAY_FN void run(Group& g, const ColumnJob& own, int first_x) {
    float* blurred = g.template shared<float>(kSignals * kRows * kColumns);  // [signal][row][lane]
    Term* maps = g.template shared<Term>(kMaps * kRows * kColumns);          // [map][row][lane]
    auto keep = g.template per_item<Item>();
    const int signals = (own.maps & kSsim) != 0 ? kSignals : kMeans;
    g.for_each_item([&](int i) {
      const Place place(i, first_x);
      Item& item = keep[i];
      for (std::int64_t& word : item.words) word = 0;
      if (place.role >= signals || !place.is_in(own)) return;
      item.recursion.start();
      load<plain::Blur::kAhead>(own, place, 0, item.next);
      float unused[plain::Blur::kAhead];
      item.recursion.template blur<kThirdDamped, plain::Blur::kAhead>(item.next, unused, 1);
      load<kRows>(own, place, plain::Blur::kAhead, item.next);
    });
    for (int y0 = 0; y0 < own.height; y0 += kRows) {
      g.for_each_item([&](int i) {
        const Place place(i, first_x);
        if (!place.is_in(own)) return;
        Item& item = keep[i];
        if (y0 + place.role < own.height) {
          const std::size_t at = static_cast<std::size_t>(y0 + place.role) * own.pitch + place.x;
          for (int p = 0; p < kPictures; ++p) item.pixel[p] = own.picture[p][at];
        }
        if (place.role < signals) {
          float now[kRows];
          for (int r = 0; r < kRows; ++r) now[r] = item.next[r];
          load<kRows>(own, place, y0 + kRows + plain::Blur::kAhead, item.next);
          float* to = blurred + place.role * kRows * kColumns + place.lane;
          item.recursion.template blur<kThirdDamped>(now, to, kColumns);
        }
        if (y0 > 0) add_terms(own, place, kRows, maps, item.words);
      });
      g.for_each_item([&](int i) {
        const Place place(i, first_x);
        if (place.is_in(own) && y0 + place.role < own.height) {
          make_maps(own, place, y0 + place.role, blurred, keep[i].pixel, maps);
        }
      });
    }
    const int rows = (own.height - 1) % kRows + 1;  // of the last turn
    g.for_each_item([&](int i) {
      const Place place(i, first_x);
      if (place.is_in(own)) add_terms(own, place, rows, maps, keep[i].words);
    });
    pass_on(g, own, first_x, keep, reinterpret_cast<std::int64_t*>(maps));
  }

  // Samples of the item's signal from row y on, zero below the picture.
  template <int kCount>
  static ASSAY_FN void load(const ColumnJob& own, const Place& place, int y, float* to) {
    const std::size_t row = static_cast<std::size_t>(place.role) * own.height + y;
    const float* from = own.blurred + row * own.blurred_pitch + place.x + plain::Blur::kAhead;
    if (y + kCount <= own.height) {
      for (int r = 0; r < kCount; ++r) to[r] = from[r * own.blurred_pitch];
    } else {
      for (int r = 0; r < kCount; ++r) {
        to[r] = y + r < own.height ? from[r * own.blurred_pitch] : 0.0f;
      }
    }
  }

  static ASSAY_FN Term widen(float a) { return D::template widen<0>(a); }

  // How far a pixel strays from its blur: rounded to float, but taken in double for the scale's
  // last width * height mod 16 pixels.
  template <bool kDouble>
  static ASSAY_FN Term distance(float pixel, float mean) {
    if constexpr (kDouble) return D::abs(D::sub(widen(pixel), widen(mean)));
    return widen(F::abs(F::sub(pixel, mean)));
  }
  template <bool kDouble>
  static ASSAY_FN Term edge_of(const float (&pixel)[kPictures], const float (&mean)[kPictures]) {
    return plain::edge_of<D>(distance<kDouble>(pixel[kRef], mean[kRef]),
                             distance<kDouble>(pixel[kDist], mean[kDist]));
  }

  static ASSAY_FN void make_maps(const ColumnJob& own, const Place& place, int y,
                                 const float* blurred, const float (&pixel)[kPictures],
                                 Term* maps) {
    const float* at = blurred + place.role * kColumns + place.lane;
    constexpr int kSignal = kRows * kColumns;
    Term* to = maps + place.role * kColumns + place.lane;
    constexpr int kMap = kRows * kColumns;
    const float mean[kPictures] = {at[kMeanRef * kSignal], at[kMeanDist * kSignal]};
    if ((own.maps & kSsim) != 0) {
      const auto factors = plain::ssim_factors<F>(mean[kRef], mean[kDist], at[kRefRef * kSignal],
                                                  at[kDistDist * kSignal], at[kRefDist * kSignal]);
      to[0] = plain::ssim_error_of<D>(widen(factors.mean), widen(factors.structure),
                                      widen(factors.variance));
    }
    if ((own.maps & (kArtifact | kDetail)) == 0) return;
    const int double_from = own.width * own.height / 16 * 16;
    Term edge;
    if ((y + 1) * own.width > double_from && y * own.width + place.x >= double_from) {
      edge = edge_of<true>(pixel, mean);
    } else {
      edge = edge_of<false>(pixel, mean);
    }
    const Term zero = D::set(0.0);
    if ((own.maps & kArtifact) != 0) to[kMap] = D::max(edge, zero);
    if ((own.maps & kDetail) != 0) to[2 * kMap] = D::max(D::sub(zero, edge), zero);
  }

  // Adds the terms of a turn to the words of the item's norm and map.
  static ASSAY_FN void add_terms(const ColumnJob& own, const Place& place, int rows,
                                 const Term* maps, std::int64_t (&words)[ExactDoubleSum::kWords]) {
    if (place.role >= kSumsOfColumn || (own.maps >> (place.role % kMaps) & 1) == 0) return;
    const Term* from = maps + place.role % kMaps * kRows * kColumns + place.lane;
    Term sum = D::set(0.0);
    if (place.role < kMaps) {
      for (int r = 0; r < kRows; ++r) {
        if (r < rows) sum = D::add(sum, from[r * kColumns]);
      }
    } else {
      for (int r = 0; r < kRows; ++r) {
        if (r < rows) sum = D::add(sum, plain::fourth_power<D>(from[r * kColumns]));
      }
    }
    Term rest = plain::bounded_term<D>(sum);
    add_word<0>(words, rest);
    add_word<1>(words, rest);
    add_word<2>(words, rest);
    add_word<3>(words, rest);
    static_assert(ExactDoubleSum::kWords == 4);
  }
  template <int kWord>
  static ASSAY_FN void add_word(std::int64_t (&words)[ExactDoubleSum::kWords], Term& rest) {
    words[kWord] = D::add_int(words[kWord], plain::split_word<D, kWord>(rest));
  }

  // Adds up the items' words, an item a word, and passes the sums on.
  template <class Group, class Items>
  static ASSAY_FN void pass_on(Group& g, const ColumnJob& own, int first_x, Items& keep,
                               std::int64_t* words) {
    static_assert(sizeof(std::int64_t) * kWords * kColumns <=
                  sizeof(Term) * kMaps * kRows * kColumns);
    g.for_each_item([&](int i) {
      const Place place(i, first_x);
      if (place.role >= kSumsOfColumn) return;
      for (int w = 0; w < ExactDoubleSum::kWords; ++w) {
        words[(place.role * ExactDoubleSum::kWords + w) * kColumns + place.lane] = keep[i].words[w];
      }
    });
    g.for_each_item([&](int i) {
      if (i >= kWords || (own.maps >> (i / ExactDoubleSum::kWords % kMaps) & 1) == 0) return;
      std::uint64_t sum = 0;
      for (int k = 0; k < kColumns; ++k) {
        sum += static_cast<std::uint64_t>(words[i * kColumns + (k + i) % kColumns]);
      }
      const int from = first_x < 0 ? 0 : first_x;
      const int to = first_x + kColumns < own.width ? first_x + kColumns : own.width;
      const int turns = (own.height + kRows - 1) / kRows;
      const std::int64_t terms = static_cast<std::int64_t>(to - from) * turns;
      Group::add(own.sums + i, plain::double_word_sum(static_cast<std::int64_t>(sum),
                                                      i % ExactDoubleSum::kWords, terms));
    });
  }
};

}  // namespace assay::ssimulacra2::vmaf
