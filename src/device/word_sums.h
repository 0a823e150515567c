// Sums over all items of a launch.
#pragma once

#include <cstdint>

#include "device/kernel.h"
#include "math/scalar_double_math.h"

namespace assay::device {

// Shared memory that adding takes, in words.
template <int kItems, int kWords>
inline constexpr int kWordsOfPartials = kItems* kWords;

// Adds every item's kWords words, modulo 2^64, to those at sums: word n of item i is
// partials[n * kItems + i], kWordsOfPartials in all, which this uses up.
template <int kItems, int kWords, class Group>
ASSAY_FN void add_partials(Group& g, std::int64_t* partials, std::int64_t* sums) {
  constexpr int kLanes = 16;  // partial sums of a word that are left for the last step
  static_assert(kItems % kLanes == 0 && kLanes * kWords <= kItems);
  g.for_each_item([&](int i) {
    if (i >= kLanes * kWords) return;
    std::int64_t* own = partials + i / kLanes * kItems + i % kLanes;
    std::int64_t sum = own[0];
    for (int k = kLanes; k < kItems; k += kLanes) sum = ScalarDoubleMath::add_int(sum, own[k]);
    own[0] = sum;
  });
  g.for_each_item([&](int i) {
    if (i >= kWords) return;
    std::int64_t sum = 0;
    for (int k = 0; k < kLanes; ++k) sum = ScalarDoubleMath::add_int(sum, partials[i * kItems + k]);
    if (sum != 0) Group::add(&sums[i], sum);
  });
}

// The same where take(i, n) is word n of item i; nothing else may use partials meanwhile.
template <int kItems, int kWords, class Group, class Take>
ASSAY_FN void add_words(Group& g, std::int64_t* partials, std::int64_t* sums, Take take) {
  g.for_each_item([&](int i) {
    for (int n = 0; n < kWords; ++n) partials[n * kItems + i] = take(i, n);
  });
  add_partials<kItems, kWords>(g, partials, sums);
}

}  // namespace assay::device
