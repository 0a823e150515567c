// The SSIM map from integer moments on a device: one launch for all planes of a pair.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
#include "device/word_sums.h"
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
  static constexpr int kResidentGroups = 6;
  static constexpr int kRows = 4 * kBatch - 2 * kReach;       // of a group
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

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int n = 0;
    while (n + 1 < part_count && g.x() >= parts[n + 1].first_group) ++n;
    const MapPart& part = parts[n];
    const int place = g.x() - part.first_group;
    const int x0 = place % part.across * kColumns;
    const int y0 = place / part.across * kRows;
    const int y1 = y0 + kRows < part.height ? y0 + kRows : part.height;
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
    constexpr int kSpan = kColumns + 2 * kReach;
    for (int k = i; k < 2 * kBatch * kSpan; k += kItems) {
      const int row = k / kSpan % kBatch;
      const int column = k % kSpan;
      const int picture = k / (kSpan * kBatch);
      const int at_x = x0 - kReach + column;
      const int at_y = y + row;
      const bool inside = at_x >= 0 && at_x < part.width && at_y >= 0 && at_y < part.height;
      in[(picture * kBatch + row) * kInPitch + column] =
          inside ? code(pictures->plane[picture][part.plane], at_x, at_y) : 0.0f;
    }
  }
  // A sample of two bytes may lie at any address.
  ASSAY_FN float code(const device::Plane& plane, int x, int y) const {
    const unsigned char* r = plane.data + static_cast<std::ptrdiff_t>(y) * plane.pitch;
    return bytes_per_sample == 1 ? r[x] : r[2 * x] | r[2 * x + 1] << 8;
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
