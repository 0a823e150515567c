// What a device kernel is: one source for every executor.
//
// A kernel is a trivially copyable struct of parameters with
//
//   static constexpr const char* kName = "metric.kernel";  // unique
//   static constexpr int kItems = 128;                      // items of a group, a multiple of 32
//   static constexpr std::size_t kSharedBytes = ...;        // of all shared() together
//   template <class Group> ASSAY_FN void operator()(Group& g) const;
//
// and, where it computes in double precision, which every such kernel says,
//
//   static constexpr bool kNeedsDouble = true;  // devices without leave it out
//
// Its call operator works for one group of items in phases, with a barrier after each:
//
//   float* tile = g.template shared<float>(n);  // n floats of group-shared memory
//   auto keep = g.template per_item<float>();   // one value an item, kept across phases
//   g.for_each_item([&](int i) { tile[i] = ...; keep[i] = ...; });
//   g.for_each_item([&](int i) { out[...] = tile[i ^ 1] + keep[i]; });
//   g.for_each_in_lines([&](int i) { ... }, [&](int i) { ... });
//     // two phases between which only the items of a line, 32 neighbours, wait for each other:
//     what
//     // an item writes in either, no item of another line reads or writes in the other
//   const int column = g.x(), row = g.y();      // the group's place in the grid
//   Group::add(&sum, value);                    // atomic addition to device memory, order-free
//
// Between phases, at group scope, control flow is uniform: it depends on parameters and g.x(),
// g.y() only, and never on what an item read. No warp size is assumed. Shared memory holds garbage
// at first; per_item values too.
#pragma once

#include <cstddef>
#include <cstdint>

// Formulas that kernels include are those on single floats.
#ifndef ASSAY_PLAIN_FORMULAS
#define ASSAY_PLAIN_FORMULAS
#endif

#include "device/grid.h"
#include "math/scalar_math.h"
#include "math/unroll.h"

namespace assay::device {

inline constexpr int kLine = 32;  // items

// The kernels of one metric, for the executors that compile them.
template <class... Kernels>
struct KernelList {};

// Bump allocation of group-shared memory; offsets fold to constants once inlined.
struct SharedArena {
  unsigned char* base;
  std::size_t used = 0;

  template <class T>
  ASSAY_FN T* take(std::size_t count) {
    constexpr std::size_t kAlign = alignof(T) < 16 ? 16 : alignof(T);
    used = (used + kAlign - 1) / kAlign * kAlign;
    T* taken = reinterpret_cast<T*>(base + used);
    used += sizeof(T) * count;
    return taken;
  }
};

}  // namespace assay::device
