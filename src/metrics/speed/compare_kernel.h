// The scores of planes, on a device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel.h"
#include "math/fused_double_math.h"
#include "metrics/speed/entropy_weights.h"
#include "metrics/speed/factors_kernel.h"
#include "metrics/speed/formulas-inl.h"
#include "metrics/speed/regular.h"
#include "metrics/speed/sizes.h"

namespace assay::speed::statistics {

// A PlaneScore.
struct Score {
  float value;
  std::int32_t is_singular;
};

// Solves for the variances of blocks, takes their entropies, and adds the differences of these
// between ref and dist block by block. An item takes a block of one side. Grid: planes.
struct ComparePlanes {
  static constexpr const char* kName = "speed.compare";
  static constexpr bool kNeedsDouble = true;
  static constexpr int kItems = 256;
  static constexpr int kBlocks = kItems / 2;  // at a time
  static constexpr std::size_t kSharedBytes =
      sizeof(float) * (4 * kEntries + 4 * 4 + kElements * kItems + 2 * 32 + 4 * kItems + 32);

  const float* planes = nullptr;     // small planes, rows close together: ref's, then dist's
  const Factors* factors = nullptr;  // of each
  int width = 0;
  int height = 0;
  float sigma_nn = 0;
  float visible = 0;  // entropies below this are not seen
  int weight_var_mode = 0;
  Score* to = nullptr;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    Memory memory{.product = g.template shared<float>(2 * kEntries),
                  .triangle = g.template shared<float>(2 * kEntries),
                  .solution = g.template shared<float>(kElements * kItems),
                  .eigenvalues = g.template shared<float>(2 * 32),
                  .entropies = g.template shared<float>(kItems),
                  .variances = g.template shared<float>(kItems),
                  .differences = g.template shared<float>(kItems),
                  .is_regular = g.template shared<std::int32_t>(kItems),
                  .largest = g.template shared<float>(2)};
    const int plane = g.x();
    const int count = width / kSide * (height / kSide);
    g.for_each_item([&](int i) { load(factors + 2 * plane, i, memory); });
    g.for_each_item([&](int i) { check_factors(i, memory); });
    auto sum = g.template per_item<float>();
    g.for_each_item([&](int i) { sum[i] = 0; });
    for (int first = 0; first < count; first += kBlocks) {
      const int blocks = count - first < kBlocks ? count - first : kBlocks;
      g.for_each_item([&](int i) {
        if (i % kBlocks >= blocks) return;
        find_entropy(block_of(2 * plane + i / kBlocks, first + i % kBlocks), i, memory);
      });
      g.for_each_item([&](int i) {
        if (i < blocks) memory.differences[i] = difference(i, memory);
      });
      g.for_each_item([&](int i) {
        for (int n = 0; i == 0 && n < blocks; ++n) sum[i] += memory.differences[n];
      });
    }
    g.for_each_item([&](int i) {
      if (i != 0) return;
      std::int32_t is_regular = 1;
      for (int n = 0; n < kItems; ++n) is_regular &= memory.is_regular[n];
      to[plane] = {is_regular != 0 ? sum[i] / static_cast<float>(count) : 0, 1 - is_regular};
    });
  }

 private:
  // Of a group. What has two sides has ref's first.
  struct Memory {
    float* product;
    float* triangle;
    float* solution;     // kElements rows of kItems
    float* eigenvalues;  // kElements of 32 of each side
    float* entropies;    // of an item's block, as are the next two
    float* variances;
    float* differences;
    std::int32_t* is_regular;  // all blocks of an item
    float* largest;            // eigenvalue of each side
  };

  static ASSAY_FN void load(const Factors* from, int i, const Memory& memory) {
    for (int n = i; n < 2 * kEntries; n += kItems) {
      memory.product[n] = from[n / kEntries].product[n % kEntries];
      memory.triangle[n] = from[n / kEntries].triangle[n % kEntries];
    }
    if (i < 2 * 32 && i % 32 < kElements) {
      memory.eigenvalues[i] = from[i / 32].eigenvalues[i % 32];
    }
  }

  ASSAY_FN void check_factors(int i, const Memory& memory) const {
    const int side = i / kBlocks;
    const float* const eigenvalues = memory.eigenvalues + 32 * side;
    float largest = eigenvalues[0];
    bool is_regular = are_enough_windows(windows_of(width, height));
    for (int n = 0; n < kElements; ++n) {
      if (largest < eigenvalues[n]) largest = eigenvalues[n];
      if (eigenvalues[n] < kSmallestEigenvalue) is_regular = false;
      const float entry = memory.triangle[side * kEntries + n * (kElements + 1)];
      if (ScalarMath::abs(entry) < kSmallestOnDiagonal) is_regular = false;
    }
    memory.is_regular[i] = is_regular ? 1 : 0;
    if (i % kBlocks == 0) memory.largest[side] = largest;
  }

  ASSAY_FN const float* block_of(int plane, int n) const {
    const int across = width / kSide;
    return planes + plane * (width * height) + n / across * kSide * width + n % across * kSide;
  }

  // The variance of a block, and its entropy where it has one.
  ASSAY_FN void find_entropy(const float* block, int i, const Memory& memory) const {
    using D = FusedDoubleMath;
    if (memory.is_regular[i] == 0) return;
    const int side = i / kBlocks;
    const float s = variance(block, side, memory.solution + i, memory);
    const bool is_seen = has_entropy(s, memory.largest[side], sigma_nn);
    if (!is_seen) memory.is_regular[i] = 0;
    float entropy = 0;
    for (int k = 0; is_seen && k < kElements; ++k) {
      entropy = plain::add_entropy<D>(entropy, s, memory.eigenvalues[32 * side + k], sigma_nn);
    }
    memory.variances[i] = is_seen ? s : 0;
    memory.entropies[i] = entropy;
  }

  // By what variances.h says. solution has kElements values kItems apart.
  ASSAY_FN float variance(const float* block, int side, float* solution,
                          const Memory& memory) const {
    using M = ScalarMath;
    float samples[kElements];
    ASSAY_UNROLL(25)
    for (int n = 0; n < kElements; ++n) samples[n] = block[n / kSide * width + n % kSide];
    for (int i = kElements - 1; i >= 0; --i) {
      const float* const product = memory.product + side * kEntries + i * kElements;
      const float* const triangle = memory.triangle + side * kEntries + i * kElements;
      float sum = 0;
      ASSAY_UNROLL(25)
      for (int n = 0; n < kElements; ++n) {
        sum = plain::add_tap<M>(sum, product[n], samples[n]);
      }
      for (int n = i + 1; n < kElements; ++n) {
        sum = M::sub(sum, M::mul(solution[n * kItems], triangle[n]));
      }
      solution[i * kItems] = M::div(sum, triangle[i]);
    }
    const auto elements = static_cast<float>(kElements);
    float sum = 0;
    ASSAY_UNROLL(25)
    for (int n = 0; n < kElements; ++n) {
      const float term = M::div(M::mul(solution[n * kItems], samples[n]), elements);
      sum = n == 0 ? term : M::add(sum, term);
    }
    return sum;
  }

  // The weighted entropies' difference, where it is seen.
  ASSAY_FN float difference(int i, const Memory& memory) const {
    using D = FusedDoubleMath;
    const int j = i + kBlocks;
    if (memory.is_regular[i] == 0 || memory.is_regular[j] == 0) return 0;
    if (memory.entropies[i] < visible && memory.entropies[j] < visible) return 0;
    const Weights weights =
        one_more_than_weights(memory.variances[i], memory.variances[j], weight_var_mode);
    const float ref = plain::weighted_entropy<D>(memory.entropies[i], weights.ref);
    const float dist = plain::weighted_entropy<D>(memory.entropies[j], weights.dist);
    return ScalarMath::abs(ref - dist);
  }
};

}  // namespace assay::speed::statistics
