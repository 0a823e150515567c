// Profile vmaf on a device: the blur along columns, the maps and their sums.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "math/exact_double_sum.h"
#include "math/scalar_double_math.h"
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

// Blurs along columns, an item a column, and adds up the maps of groups of rows. Grid: the groups
// of all jobs in a row.
struct Columns {
  static constexpr const char* kName = "ssimulacra2.vmaf_columns";
  static constexpr int kItems = 32;  // columns
  static constexpr int kGroupRows = 8;
  static constexpr int kWords = kNorms * kMaps * ExactDoubleSum::kWords;
  static constexpr std::size_t kSharedBytes = sizeof(std::int64_t) * kItems * kWords;
  static constexpr int kMostJobs = kScales * kChannels;
  static constexpr int kResidentGroups = 12;
  using F = ScalarMath;
  using D = ScalarDoubleMath;

  ColumnJob job[kMostJobs];
  int jobs = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int n = 0;
    while (n + 1 < jobs && g.x() >= job[n + 1].first_group) ++n;
    const ColumnJob& own = job[n];
    // Columns of blurred lie plain::Blur::kAhead after the picture's.
    const int first_column = (g.x() - own.first_group) * kItems - plain::Blur::kAhead;
    auto* words = g.template shared<std::int64_t>(kItems * kWords);  // [norm][map][word][item]
    g.for_each_item([&](int i) {
      for (int w = 0; w < kWords; ++w) words[w * kItems + i] = 0;
      const int x = first_column + i;
      if (x < 0 || x >= own.width) return;
      const Column column{own, x, words + i};
      const bool is_short = plain::has_third_damping(own.height);
      if ((own.maps & kSsim) != 0) {
        is_short ? run<kSignals, true>(column) : run<kSignals, false>(column);
      } else {
        is_short ? run<kMeans, true>(column) : run<kMeans, false>(column);
      }
    });
    // One item for each word adds up its row of items and passes it on.
    g.for_each_item([&](int i) {
      if (i >= kWords || (own.maps >> (i / ExactDoubleSum::kWords % kMaps) & 1) == 0) return;
      std::uint64_t sum = 0;
      for (int k = 0; k < kItems; ++k) {
        sum += static_cast<std::uint64_t>(words[i * kItems + (k + i) % kItems]);
      }
      const int from = first_column < 0 ? 0 : first_column;
      const int to = first_column + kItems < own.width ? first_column + kItems : own.width;
      const int groups = (own.height + kGroupRows - 1) / kGroupRows;
      const std::int64_t terms = static_cast<std::int64_t>(to - from) * groups;
      Group::add(own.sums + i, plain::double_word_sum(static_cast<std::int64_t>(sum),
                                                      i % ExactDoubleSum::kWords, terms));
    });
  }

 private:
  static_assert(kWords <= kItems);

  struct Column {
    const ColumnJob& job;
    int x;
    std::int64_t* words;  // kItems apart

    ASSAY_FN float pixel(int picture, int y) const {
      return job.picture[picture][static_cast<std::size_t>(y) * job.pitch + x];
    }
    // Row y of a signal blurred along rows, zero outside.
    ASSAY_FN float sample(int signal, int y) const {
      if (y < 0 || y >= job.height) return 0.0f;
      const std::size_t row = static_cast<std::size_t>(signal) * job.height + y;
      return job.blurred[row * job.blurred_pitch + x + plain::Blur::kAhead];
    }
  };

  // The mean and the fourth power of a map, summed over the rows of a group.
  struct NormSums {
    double first = 0;
    double fourth = 0;

    ASSAY_FN void add(double e) {
      first = D::add(first, e);
      fourth = D::add(fourth, plain::fourth_power<D>(e));
    }
    ASSAY_FN void add_to(std::int64_t* words, int map) const {
      add_words(words + map * ExactDoubleSum::kWords * kItems, first);
      add_words(words + (kMaps + map) * ExactDoubleSum::kWords * kItems, fourth);
    }

   private:
    static ASSAY_FN void add_words(std::int64_t* words, double sum) {
      double rest = plain::bounded_term<D>(sum);
      add_word<0>(words, rest);
      add_word<1>(words, rest);
      add_word<2>(words, rest);
      add_word<3>(words, rest);
      static_assert(ExactDoubleSum::kWords == 4);
    }
    template <int kWord>
    static ASSAY_FN void add_word(std::int64_t* words, double& rest) {
      std::int64_t& word = words[kWord * kItems];
      word = D::add_int(word, plain::split_word<D, kWord>(rest));
    }
  };

  template <int kBlurs, bool kThirdDamped>
  static ASSAY_FN void run(const Column& column) {
    Recursions recursions[kBlurs];
    for (int s = 0; s < kBlurs; ++s) {
      recursions[s].start();
      for (int y = 0; y < plain::Blur::kAhead; ++y) {
        recursions[s].template step<kThirdDamped>(column.sample(s, y));
      }
    }
    for (int y0 = 0; y0 < column.job.height; y0 += kGroupRows) {
      float blurred[kBlurs][kGroupRows];
      for (int s = 0; s < kBlurs; ++s) {
        float sum[kGroupRows];
        for (int r = 0; r < kGroupRows; ++r) {
          sum[r] = F::add(column.sample(s, y0 + r - plain::Blur::kBehind),
                          column.sample(s, y0 + r + plain::Blur::kAhead));
        }
        for (int r = 0; r < kGroupRows; ++r) {
          blurred[s][r] = recursions[s].template step<kThirdDamped>(sum[r]);
        }
      }
      score(column, y0, blurred);
    }
  }

  // How far a pixel strays from its blur: rounded to float, but taken in double for the scale's
  // last width * height mod 16 pixels.
  static ASSAY_FN double distance(float pixel, float mean, bool in_double) {
    const double rounded = F::abs(F::sub(pixel, mean));
    return in_double ? D::abs(D::sub(pixel, mean)) : rounded;
  }

  // Adds the maps of a group of rows to the column's words.
  template <int kBlurs>
  static ASSAY_FN void score(const Column& column, int y0,
                             const float (&blurred)[kBlurs][kGroupRows]) {
    const ColumnJob& job = column.job;
    const int rows = job.height - y0 < kGroupRows ? job.height - y0 : kGroupRows;
    if constexpr (kBlurs == kSignals) {
      NormSums ssim;
      for (int r = 0; r < kGroupRows; ++r) {
        if (r >= rows) continue;
        const auto factors =
            plain::ssim_factors<F>(blurred[kMeanRef][r], blurred[kMeanDist][r], blurred[kRefRef][r],
                                   blurred[kDistDist][r], blurred[kRefDist][r]);
        ssim.add(plain::ssim_error_of<D>(factors.mean, factors.structure, factors.variance));
      }
      ssim.add_to(column.words, 0);
    }
    if ((job.maps & (kArtifact | kDetail)) == 0) return;
    const int double_from = job.width * job.height / 16 * 16;
    NormSums artifact, detail;
    for (int r = 0; r < kGroupRows; ++r) {
      if (r >= rows) continue;
      const int y = y0 + r;
      const bool in_double = y * job.width + column.x >= double_from;
      const double edge =
          plain::edge_of<D>(distance(column.pixel(kRef, y), blurred[kMeanRef][r], in_double),
                            distance(column.pixel(kDist, y), blurred[kMeanDist][r], in_double));
      if ((job.maps & kArtifact) != 0) artifact.add(D::max(edge, 0.0));
      if ((job.maps & kDetail) != 0) detail.add(D::max(D::sub(0.0, edge), 0.0));
    }
    if ((job.maps & kArtifact) != 0) artifact.add_to(column.words, 1);
    if ((job.maps & kDetail) != 0) detail.add_to(column.words, 2);
  }
};

}  // namespace assay::ssimulacra2::vmaf
