// The SSIM map from integer moments on a device: one launch for all planes of a pair.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/pictures.h"
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

// An item marches down one column: it takes each row of pixels through the window along the row,
// and adds the result to the nine windows down the column that it belongs to. Outside the picture
// all signals are zero.
struct Map {
  static constexpr const char* kName = "ssim.map";
  static constexpr int kItems = 128;
  static constexpr int kRows = 64;  // of a group
  static constexpr int kSpan = kItems + 2 * kReach;
  static constexpr std::size_t kSharedBytes =
      sizeof(double) * 2 * 2 * kSpan + sizeof(std::int64_t) * kItems * kWordsOfMap;

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
    const int x0 = place % part.across * kItems;
    const int y0 = place / part.across * kRows;
    const int y1 = y0 + kRows < part.height ? y0 + kRows : part.height;
    double* rows = g.template shared<double>(2 * 2 * kSpan);
    auto* words = g.template shared<std::int64_t>(kItems * kWordsOfMap);
    auto keep = g.template per_item<Column>();
    g.for_each_item([&](int i) {
      keep[i] = Column();
      keep[i].weight = weight_at(x0 + i, part.width);
      load(part, x0, y0 - kReach, i, rows);
    });
    for (int y = y0 - kReach; y < y1 + kReach; ++y) {
      g.for_each_item([&](int i) {
        const int parity = (y - y0 + kReach) % 2;
        if (y + 1 < y1 + kReach) load(part, x0, y + 1, i, rows + (1 - parity) * 2 * kSpan);
        if (x0 + i >= part.width) return;
        const double* row = rows + parity * 2 * kSpan + i;
        const int scored = y - kReach;
        push(row, row + kSpan, scored >= y0 ? weight_at(scored, part.height) : 0, keep[i]);
      });
    }
    g.for_each_item([&](int i) {
      for (int w = 0; w < kWordsOfMap; ++w) {
        words[w * kItems + i] =
            keep[i].words[w / gaussian_ssim::kWordsOfSum][w % gaussian_ssim::kWordsOfSum];
      }
    });
    g.for_each_item([&](int i) {
      if (i >= kWordsOfMap || (measures >> (i / gaussian_ssim::kWordsOfSum) & 1) == 0) return;
      std::int64_t sum = 0;
      for (int k = 0; k < kItems; ++k) {
        sum = ScalarDoubleMath::add_int(sum, words[i * kItems + (k + i) % kItems]);
      }
      Group::add(&part.sums[i], sum);
    });
  }

 private:
  // What an item keeps: windows in flight, and word sums.
  struct Column {
    double window[plain::kSignals][2 * kReach] = {};  // [rows until done]
    std::int64_t words[gaussian_ssim::kSums][gaussian_ssim::kWordsOfSum] = {};
    double weight = 0;  // of the column
  };

  // Columns x0 - kReach on of row y of both pictures.
  ASSAY_FN void load(const MapPart& part, int x0, int y, int i, double* row) const {
    for (int k = i; k < kSpan; k += kItems) {
      const int x = x0 - kReach + k;
      const bool inside = x >= 0 && x < part.width && y >= 0 && y < part.height;
      row[k] = inside ? code(pictures->plane[0][part.plane], x, y) : 0.0;
      row[kSpan + k] = inside ? code(pictures->plane[1][part.plane], x, y) : 0.0;
    }
  }
  // A sample of two bytes may lie at any address.
  ASSAY_FN double code(const device::Plane& plane, int x, int y) const {
    const unsigned char* r = plane.data + static_cast<std::ptrdiff_t>(y) * plane.pitch;
    return bytes_per_sample == 1 ? r[x] : r[2 * x] | r[2 * x + 1] << 8;
  }

  // Takes one more row through the window down the column and gives what is complete.
  static ASSAY_FN double push_window(double* window, double sample) {
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

  ASSAY_FN void push(const double* ref, const double* dist, int row_weight, Column& column) const {
    using namespace plain;
    using D = ScalarDoubleMath;
    double r[kTaps], d[kTaps], m[kSignals];
    for (int k = 0; k < kTaps; ++k) {
      r[k] = ref[k];
      d[k] = dist[k];
    }
    const auto along = [&](auto sample) { return through_window<D>(sample); };
    m[kRef] = along([&](int k) { return r[k]; });
    m[kDist] = along([&](int k) { return d[k]; });
    m[kRefRef] = along([&](int k) { return D::mul(r[k], r[k]); });
    m[kDistDist] = along([&](int k) { return D::mul(d[k], d[k]); });
    m[kRefDist] = along([&](int k) { return D::mul(r[k], d[k]); });
    for (int n = 0; n < kSignals; ++n) m[n] = push_window(column.window[n], m[n]);
    if (row_weight == 0) return;
    const auto keep_all = [](double term) { return term; };
    add_terms<D>(m, D::mul(column.weight, row_weight), stabilisers, measures, keep_all,
                 column.words);
  }
};

using DeviceKernels = device::KernelList<Map>;

}  // namespace assay::ssim
