// The SSIM map on a device: one launch for all pairs of pictures, whatever their sizes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "device/word_sums.h"
#include "math/fused_double_math.h"
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

// A group marches down kColumns columns of the map in batches of rows. For each batch it loads the
// pixels, takes every signal of every row through the window along the row, takes the results
// through the window down the columns, and scores the places that are complete.
struct Maps {
  static constexpr const char* kName = "gaussian_ssim.maps";
  static constexpr bool kNeedsDouble = true;
  static constexpr int kColumns = 32;
  static constexpr int kBatch = 32;  // rows
  static constexpr int kItems = kBatch * kSignals;
  static_assert(kColumns == kBatch &&
                kColumns == device::kLine);  // an item takes a row of a signal, then a column
  static constexpr int kResidentGroups = 6;
  static constexpr int kMostParts = 15;
  static constexpr int kMostBatches = 8;                   // of a group
  static constexpr int kFewestGroups = 200;                // of a pair, where its size allows
  static constexpr int kInPitch = kColumns + kBorder + 1;  // odd: items of neighbour rows
  static constexpr int kPitch = kColumns + 1;              // take other banks
  static constexpr int kInFloats = 2 * kBatch * kInPitch;
  static constexpr int kFloats = kSignals * kBatch * kPitch;
  static constexpr std::size_t kSharedBytes = sizeof(float) * (kInFloats + kFloats);

  // Rows of the map that a group of this many batches scores.
  static constexpr int rows_of(int batches) { return batches * kBatch - kBorder; }

  MapPart parts[kMostParts];
  int part_count = 0;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int n = 0;
    while (n + 1 < part_count && g.x() >= parts[n + 1].first_group) ++n;
    const MapPart& part = parts[n];
    const int place = g.x() - part.first_group;
    const int x0 = place % part.across * kColumns;
    const int y0 = place / part.across * part.rows;
    const int height = part.images.height - kBorder;  // of the map
    const int width = part.images.width - kBorder;
    const int y1 = y0 + part.rows < height ? y0 + part.rows : height;
    const bool are_codes = part.images.codes != nullptr;  // not below zero
    float* in = g.template shared<float>(kInFloats);
    float* signals = g.template shared<float>(kFloats);
    auto down = g.template per_item<Window>();
    auto words = g.template per_item<Words>();
    g.for_each_item([&](int i) {
      down[i] = Window();
      words[i] = Words();
      load(part.images, x0, y0, i, in);
    });
    for (int y = y0; y < y1 + kBorder; y += kBatch) {
      // An item's column is one of its line's rows.
      g.for_each_in_lines(
          [&](int i) {
            are_codes ? march_along<false>(in, i, signals) : march_along<true>(in, i, signals);
          },
          [&](int i) {
            are_codes ? march_down<false>(i, down[i], signals)
                      : march_down<true>(i, down[i], signals);
          });
      // Rows of the map that are complete now.
      const int first = y == y0 ? kBorder : 0;
      const int last = y1 + kBorder - y < kBatch ? y1 + kBorder - y : kBatch;
      g.for_each_item([&](int i) {
        if (y + kBatch < y1 + kBorder) load(part.images, x0, y + kBatch, i, in);
        if (x0 + i % kColumns >= width) return;
        constexpr unsigned kUsual = kContrast | kStructure;  // of float_ms_ssim
        if (part.measures == kUsual) {
          score<kUsual>(signals, first, last, i, kUsual, words[i]);
        } else {
          score<0>(signals, first, last, i, part.measures, words[i]);
        }
      });
    }
    auto* partials = reinterpret_cast<std::int64_t*>(signals);
    static_assert(sizeof(float) * kFloats >=
                  sizeof(std::int64_t) * device::kWordsOfPartials<kItems, kWordsOfMap>);
    device::add_words<kItems, kWordsOfMap>(g, partials, part.sums, [&](int i, int w) {
      return words[i].of[w / kWordsOfSum][w % kWordsOfSum];
    });
  }

 private:
  // Windows in flight along a line, each the sum of what it has taken so far.
  struct Window {
    double sum[kBorder] = {};  // [samples until done]
  };
  struct Words {
    std::int64_t of[kSums][kWordsOfSum] = {};
  };

  // Columns x0 on of kBatch rows from y on of both pictures; those outside are not used.
  static ASSAY_FN void load(const DeviceImages& images, int x0, int y, int i, float* in) {
    constexpr int kSpan = kColumns + kBorder;
    constexpr int kAcross = (kSpan + 15) / 16 * 16;  // items
    constexpr int kDown = kItems / kAcross;
    const int column = i % kAcross;
    const int first = i / kAcross;
    if (first >= kDown || column >= kSpan || x0 + column >= images.width) return;
    constexpr int kMost = (kBatch + kDown - 1) / kDown;
    const int rows = images.height - y < kBatch ? images.height - y : kBatch;
    const int count = (rows - first + kDown - 1) / kDown;
    for (int picture = 0; picture < 2; ++picture) {
      const DeviceImages::Column from = {
          .x = x0 + column, .y = y + first, .step = kDown, .count = count};
      float* to = in + (picture * kBatch + first) * kInPitch + column;
      if (rows == kBatch) {
        load_rows<kBatch / kDown, kMost>(images, picture, from, to);
      } else {
        load_rows<0, kMost>(images, picture, from, to);
      }
    }
  }

  template <int kLeast, int kMost>
  static ASSAY_FN void load_rows(const DeviceImages& images, int picture,
                                 const DeviceImages::Column& from, float* to) {
    float pixels[kMost] = {};
    images.for_column<kLeast, kMost>(
        picture, from, [&](int n, auto sample) { pixels[n] = images.pixel_of(sample); });
    for (int n = 0; n < kMost; ++n) {
      if (n < kLeast || n < from.count) to[n * from.step * kInPitch] = pixels[n];
    }
  }

  // Takes a sample into the windows that it belongs to, and gives the one that is complete. Shares
  // are added as push_sample() adds them.
  template <bool kIsSigned>
  static ASSAY_FN float push(float sample, Window& window) {
    using F = ScalarMath;
    using D = FusedDoubleMath;
    double share[kWindow / 2 + 1];
    for (int k = 0; k <= kWindow / 2; ++k) {
      const float size = kIsSigned ? F::abs(sample) : sample;
      share[k] = D::lowered(F::mul(size, plain::window_tap(k)));
    }
    const double raise = kIsSigned ? D::raise(sample) : D::raise(0.0f);
    const double done = D::fma(share[0], raise, window.sum[0]);
    for (int k = 1; k < kBorder; ++k) {
      window.sum[k - 1] = D::fma(share[k < kWindow / 2 ? k : kBorder - k], raise, window.sum[k]);
    }
    window.sum[kBorder - 1] = D::mul(share[0], raise);
    return D::narrow(&done);
  }

  template <bool kIsSigned>
  static ASSAY_FN void march_along(const float* in, int i, float* signals) {
    const int row = i % kBatch;
    const int signal = i / kBatch;
    const float* ref = in + row * kInPitch;
    const float* dist = ref + kBatch * kInPitch;
    const float* a = signal == plain::kDist || signal == plain::kDistDist ? dist : ref;
    const float* b = signal == plain::kRefRef ? ref : dist;
    float* to = signals + (signal * kBatch + row) * kPitch;
    if (signal >= plain::kRefRef) {
      march<kIsSigned>([&](int x) { return ScalarMath::mul(a[x], b[x]); }, to);
    } else {
      march<kIsSigned>([&](int x) { return a[x]; }, to);
    }
  }

  // Takes samples 0 on through the window to kColumns results.
  template <bool kIsSigned, class Sample>
  static ASSAY_FN void march(Sample sample, float* to) {
    Window window;
    ASSAY_UNROLL(10)  // so that windows before the first result are left out
    for (int x = 0; x < kBorder; ++x) (void)push<kIsSigned>(sample(x), window);
    ASSAY_UNROLL(4)
    for (int x = 0; x < kColumns; ++x) to[x] = push<kIsSigned>(sample(x + kBorder), window);
  }

  // Down a column, in place.
  template <bool kIsSigned>
  static ASSAY_FN void march_down(int i, Window& window, float* signals) {
    float* column = signals + i / kColumns * (kBatch * kPitch) + i % kColumns;
    ASSAY_UNROLL(4)
    for (int y = 0; y < kBatch; ++y) {
      column[y * kPitch] = push<kIsSigned>(column[y * kPitch], window);
    }
  }

  // Adds the terms of an item's places in rows [first, last) of the batch. kKnown are the measures
  // where the program is one for these alone.
  template <unsigned kKnown>
  static ASSAY_FN void score(const float* signals, int first, int last, int i, unsigned measures,
                             Words& words) {
    using namespace plain;
    using F = ScalarMath;
    using D = ScalarDoubleMath;
    if (kKnown != 0) measures = kKnown;
    const auto keep_all = [](double term) { return term; };
    Words own;  // so that the sums of all batches need not be at hand for every place
    const float* from = signals + i % kColumns;
    ASSAY_UNROLL(2)
    for (int row = first + i / kColumns; row < last; row += kItems / kColumns) {
      float m[kSignals];
      for (int n = 0; n < kSignals; ++n) m[n] = from[(n * kBatch + row) * kPitch];
      add_terms<F, D>(similarity<F, D>(m, measures), measures, keep_all, own.of);
    }
    for (int n = 0; n < kSums; ++n) {
      if ((measures >> n & 1) == 0) continue;
      for (int w = 0; w < kWordsOfSum; ++w)
        words.of[n][w] = D::add_int(words.of[n][w], own.of[n][w]);
    }
  }
};

using DeviceKernels = device::KernelList<Maps>;

}  // namespace assay::gaussian_ssim
