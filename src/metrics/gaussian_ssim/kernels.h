// The SSIM map on a device: one launch for all pairs of pictures, whatever their sizes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "metrics/gaussian_ssim/device_image.h"
#include "metrics/gaussian_ssim/formulas-inl.h"
#include "metrics/gaussian_ssim/measures.h"

namespace assay::gaussian_ssim {

inline constexpr int kWordsOfMap = kSums * kWordsOfSum;

// One pair's groups among all groups of a launch.
struct MapPart {
  DeviceImages images;
  unsigned measures = 0;
  int first_group = 0;
  int across = 0;                // groups in a row
  int rows = 0;                  // of the map that a group scores
  std::int64_t* sums = nullptr;  // kWordsOfMap, modulo 2^64; every term adds the bits of its magic
};

// An item marches down one column of the map: it takes each row of pixels through the window along
// the row, and adds the result to the eleven windows down the column that it belongs to.
struct Maps {
  static constexpr const char* kName = "gaussian_ssim.maps";
  static constexpr int kItems = 128;
  static constexpr int kColumns = kItems;
  static constexpr int kSpan = kColumns + kBorder;
  static constexpr int kMostParts = 15;
  static constexpr std::size_t kSharedBytes =
      sizeof(float) * 2 * 2 * kSpan + sizeof(std::int64_t) * kItems * kWordsOfMap;

  MapPart parts[kMostParts];
  int part_count = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int n = 0;
    while (n + 1 < part_count && g.x() >= parts[n + 1].first_group) ++n;
    const MapPart& part = parts[n];
    const DeviceImages& images = part.images;
    const int place = g.x() - part.first_group;
    const int x0 = place % part.across * kColumns;
    const int y0 = place / part.across * part.rows;
    const int height = images.height - kBorder;  // of the map
    const int width = images.width - kBorder;
    const int y1 = y0 + part.rows < height ? y0 + part.rows : height;
    float* rows = g.template shared<float>(2 * 2 * kSpan);
    auto* words = g.template shared<std::int64_t>(kItems * kWordsOfMap);
    auto keep = g.template per_item<Column>();
    g.for_each_item([&](int i) {
      keep[i] = Column();
      load(images, x0, y0, i, rows);
    });
    for (int y = y0; y < y1 + kBorder; ++y) {
      g.for_each_item([&](int i) {
        const float* row = rows + (y - y0) % 2 * 2 * kSpan;
        if (y + 1 < y1 + kBorder) {
          load(images, x0, y + 1, i, rows + (y + 1 - y0) % 2 * 2 * kSpan);
        }
        if (x0 + i >= width) return;
        push(row + i, row + kSpan + i, y - kBorder >= y0, part.measures, keep[i]);
      });
    }
    g.for_each_item([&](int i) {
      for (int w = 0; w < kWordsOfMap; ++w) {
        words[w * kItems + i] = keep[i].words[w / kWordsOfSum][w % kWordsOfSum];
      }
    });
    g.for_each_item([&](int i) {
      if (i >= kWordsOfMap || (part.measures >> (i / kWordsOfSum) & 1) == 0) return;
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
    double window[kSignals][kBorder] = {};  // [rows until done]
    std::int64_t words[kSums][kWordsOfSum] = {};
  };

  // Columns x0 on of row y of both pictures; those outside are not used.
  static ASSAY_FN void load(const DeviceImages& images, int x0, int y, int i, float* row) {
    for (int x = i; x < kSpan; x += kItems) {
      if (x0 + x >= images.width) break;
      row[x] = images.pixel(0, x0 + x, y);
      row[kSpan + x] = images.pixel(1, x0 + x, y);
    }
  }

  // Takes one more row through the window down the column and gives what is complete.
  static ASSAY_FN float push_window(double* window, float sample) {
    using namespace plain;
    const auto share = [&](int k) {
      return wide_product<ScalarMath, ScalarDoubleMath>(sample, window_tap(k)).part[0];
    };
    const double done = ScalarDoubleMath::add(window[0], share(kBorder));
    for (int k = 1; k < kBorder; ++k) {
      window[k - 1] = ScalarDoubleMath::add(window[k], share(kBorder - k));
    }
    window[kBorder - 1] = share(0);
    return ScalarDoubleMath::narrow(&done);
  }

  static ASSAY_FN void push(const float* ref, const float* dist, bool scores, unsigned measures,
                            Column& column) {
    using namespace plain;
    using F = ScalarMath;
    using D = ScalarDoubleMath;
    float r[kWindow], d[kWindow];
    for (int k = 0; k < kWindow; ++k) {
      r[k] = ref[k];
      d[k] = dist[k];
    }
    float along[kSignals], m[kSignals];
    through_windows<F, D, kSignals>([](int k) { return window_tap(k); },
                                    [&](int n, int k) {
                                      return n == kRef       ? r[k]
                                             : n == kDist    ? d[k]
                                             : n == kRefRef  ? F::mul(r[k], r[k])
                                             : n == kRefDist ? F::mul(r[k], d[k])
                                                             : F::mul(d[k], d[k]);
                                    },
                                    along);
    for (int n = 0; n < kSignals; ++n) m[n] = push_window(column.window[n], along[n]);
    if (!scores) return;
    const auto keep_all = [](double term) { return term; };
    add_terms<F, D>(similarity<F, D>(m, measures), measures, keep_all, column.words);
  }
};

using DeviceKernels = device::KernelList<Maps>;

}  // namespace assay::gaussian_ssim
