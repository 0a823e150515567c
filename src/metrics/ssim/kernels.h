// The SSIM map from integer moments on a device: one launch for all planes of a pair.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "device/word_sums.h"
#include "metrics/code_rows.h"
#include "metrics/gaussian_ssim/measures.h"
#include "metrics/ssim/formulas-inl.h"
#include "metrics/ssim/window.h"

namespace assay::ssim {

inline constexpr int kWordsOfMap = gaussian_ssim::kSums * gaussian_ssim::kWordsOfSum;

// One plane's groups among all groups of a launch.
struct MapPart {
  int plane = 0;
  int width = 0;
  int height = 0;
  int first_group = 0;
  int across = 0;                // groups in a row
  int rows = 0;                  // of a group
  std::int64_t* sums = nullptr;  // kWordsOfMap, modulo 2^64; every term adds the bits of its magic
};

// A group marches down kColumns columns in batches of rows. For each batch it loads the pixels,
// takes every signal of every row through the window along the row, takes the results through the
// window down the columns, and scores the places that are complete. Outside the picture all signals
// are zero.
struct Map {
  static constexpr const char* kName = "ssim.map";
  static constexpr bool kNeedsDouble = true;
  static constexpr int kColumns = 32;
  static constexpr int kBatch = 20;  // rows
  static constexpr int kRun = 4;     // places along a row that an item makes at once
  static constexpr int kItems = kColumns * plain::kSignals;
  static constexpr int kResidentGroups = 4;
  static constexpr int kMostBatches = 12;
  static constexpr int kFewestGroups = 132;
  static constexpr int kInPitch = kColumns + 2 * kReach + 1;  // odd: items of neighbour rows
  static constexpr int kPitch = kColumns + 1;                 // take other banks
  static constexpr int kSamples = 2 * kBatch * kInPitch;
  static constexpr int kDoubles = plain::kSignals * kBatch * kPitch;
  static constexpr int kPartials = device::kWordsOfPartials<kItems, kWordsOfMap>;
  static constexpr std::size_t kSharedBytes =
      sizeof(double) * (kDoubles + kColumns) + sizeof(float) * kSamples + sizeof(int) * kBatch + 16;
  static_assert(kBatch * kColumns / kRun <= kItems && kBatch <= kItems && kDoubles >= kPartials);

  const device::Pictures* pictures = nullptr;
  MapPart parts[3];
  int part_count = 0;
  int bytes_per_sample = 1;
  Stabilisers stabilisers{};
  unsigned measures = 0;  // gaussian_ssim::MeasureBits

  // A group's rows of the map, where it takes this many full batches.
  static constexpr int rows_of(int batches) { return batches * kBatch - 2 * kReach; }

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int n = 0;
    while (n + 1 < part_count && g.x() >= parts[n + 1].first_group) ++n;
    const MapPart& part = parts[n];
    const int place = g.x() - part.first_group;
    const int x0 = place % part.across * kColumns;
    const int y0 = place / part.across * part.rows;
    const int y1 = y0 + part.rows < part.height ? y0 + part.rows : part.height;
    double* signals = g.template shared<double>(kDoubles);
    double* column_weights = g.template shared<double>(kColumns);
    float* in = g.template shared<float>(kSamples);
    int* row_weights = g.template shared<int>(kBatch);
    auto down = g.template per_item<Window>();
    auto words = g.template per_item<Words>();
    g.for_each_item([&](int i) {
      down[i] = Window();
      words[i] = Words();
      if (i < kColumns) column_weights[i] = weight_at(x0 + i, part.width);
      load(part, x0, y0 - kReach, i, in);
    });
    // Row y + k of the pixels completes row y + k - kReach of the map.
    for (int y = y0 - kReach; y < y1 + kReach; y += kBatch) {
      g.for_each_item([&](int i) {
        march_along(in, i, signals);
        if (i < kBatch) row_weights[i] = weight_at(y + i - kReach, part.height);
      });
      g.for_each_item([&](int i) {
        if (y + kBatch < y1 + kReach) load(part, x0, y + kBatch, i, in);
        march_down(i, down[i], signals);
      });
      const int first = y < y0 ? 2 * kReach : 0;
      const int last = y1 + kReach - y < kBatch ? y1 + kReach - y : kBatch;
      const int columns = part.width - x0 < kColumns ? part.width - x0 : kColumns;
      g.for_each_item([&](int i) {
        for (int k = first * kColumns + i; k < last * kColumns; k += kItems) {
          if (k % kColumns >= columns) continue;
          const double weight =
              ScalarDoubleMath::mul(column_weights[k % kColumns], row_weights[k / kColumns]);
          score(signals + k / kColumns * kPitch + k % kColumns, weight, words[i]);
        }
      });
    }
    auto* partials = reinterpret_cast<std::int64_t*>(signals);
    device::add_words<kItems, kWordsOfMap>(g, partials, part.sums, [&](int i, int w) {
      return words[i].of[w / gaussian_ssim::kWordsOfSum][w % gaussian_ssim::kWordsOfSum];
    });
  }

 private:
  // Windows in flight down a column, each the sum of what it has taken so far.
  struct Window {
    double sum[2 * kReach] = {};  // [samples until done]
  };
  struct Words {
    std::int64_t of[gaussian_ssim::kSums][gaussian_ssim::kWordsOfSum] = {};
  };

  // Columns x0 - kReach on of kBatch rows from y on of both pictures.
  ASSAY_FN void load(const MapPart& part, int x0, int y, int i, float* in) const {
    bytes_per_sample == 1 ? load_of<std::uint8_t>(part, x0, y, i, in)
                          : load_of<std::uint16_t>(part, x0, y, i, in);
  }
  // All samples are loaded before the first is stored.
  template <class Sample>
  ASSAY_FN void load_of(const MapPart& part, int x0, int y, int i, float* in) const {
    constexpr int kSpan = kColumns + 2 * kReach;
    constexpr int kDown = kItems / kSpan;
    static_assert(kItems % kSpan == 0 && kBatch % kDown == 0);
    constexpr int kRowsOfItem = kBatch / kDown;
    const int column = i % kSpan;
    const int row = i / kSpan;
    const int at_x = x0 - kReach + column;
    int codes[2 * kRowsOfItem] = {};
    if (at_x >= 0 && at_x < part.width) {
      ASSAY_UNROLL(2 * kRowsOfItem)
      for (int n = 0; n < 2 * kRowsOfItem; ++n) {
        const int at_y = y + row + n % kRowsOfItem * kDown;
        if (at_y < 0 || at_y >= part.height) continue;
        const device::Plane& plane = pictures->plane[n / kRowsOfItem][part.plane];
        codes[n] = code_at<Sample>(row_of(plane, at_y), at_x);
      }
    }
    ASSAY_UNROLL(2 * kRowsOfItem)
    for (int n = 0; n < 2 * kRowsOfItem; ++n) {
      const int to = n / kRowsOfItem * kBatch + row + n % kRowsOfItem * kDown;
      in[to * kInPitch + column] = static_cast<float>(codes[n]);
    }
  }

  // kRun places of a row.
  static ASSAY_FN void march_along(const float* in, int i, double* signals) {
    using D = ScalarDoubleMath;
    constexpr int kSpan = kRun + 2 * kReach;
    const int row = i % kBatch;
    const int x = i / kBatch * kRun;
    if (x >= kColumns) return;
    const float* from = in + row * kInPitch + x;
    double* to = signals + row * kPitch + x;
    double ref[kSpan], dist[kSpan], product[kSpan];
    for (int k = 0; k < kSpan; ++k) {
      ref[k] = from[k];
      dist[k] = from[kBatch * kInPitch + k];
    }
    const auto store = [&](int signal, const double* sample) {
      for (int n = 0; n < kRun; ++n) {
        to[signal * kBatch * kPitch + n] =
            plain::through_window<D>([&](int k) { return sample[n + k]; });
      }
    };
    store(plain::kRef, ref);
    store(plain::kDist, dist);
    for (int k = 0; k < kSpan; ++k) product[k] = D::mul(ref[k], ref[k]);
    store(plain::kRefRef, product);
    for (int k = 0; k < kSpan; ++k) product[k] = D::mul(dist[k], dist[k]);
    store(plain::kDistDist, product);
    for (int k = 0; k < kSpan; ++k) product[k] = D::mul(ref[k], dist[k]);
    store(plain::kRefDist, product);
  }

  // Down a column, in place.
  static ASSAY_FN void march_down(int i, Window& window, double* signals) {
    double* column = signals + i / kColumns * (kBatch * kPitch) + i % kColumns;
    for (int y = 0; y < kBatch; ++y) column[y * kPitch] = push(window.sum, column[y * kPitch]);
  }

  // Takes one more sample into the windows that it belongs to, and gives the one that is complete.
  static ASSAY_FN double push(double* window, double sample) {
    using D = ScalarDoubleMath;
    const auto share = [&](int k) {
      return D::mul(sample, window_tap(k < kReach ? kReach - k : k - kReach));
    };
    const double done = D::add(window[0], share(2 * kReach));
    for (int k = 1; k < 2 * kReach; ++k) {
      window[k - 1] = D::add(window[k], share(2 * kReach - k));
    }
    window[2 * kReach - 1] = share(0);
    return done;
  }

  ASSAY_FN void score(const double* signals, double weight, Words& words) const {
    double m[plain::kSignals];
    for (int n = 0; n < plain::kSignals; ++n) m[n] = signals[n * kBatch * kPitch];
    const auto keep_all = [](double term) { return term; };
    plain::add_terms<ScalarDoubleMath>(m, weight, stabilisers, measures, keep_all, words.of);
  }
};

using DeviceKernels = device::KernelList<Map>;

}  // namespace assay::ssim
