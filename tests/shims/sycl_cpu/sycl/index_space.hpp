// Ranges, items and groups of one or two dimensions, and what items do together.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include "shims/fibers.h"

namespace sycl {

template <int kDimensions>
class Place {
 public:
  template <class... Extents>
  explicit Place(Extents... extents) : values_{static_cast<std::size_t>(extents)...} {
    static_assert(sizeof...(Extents) == kDimensions);
  }
  std::size_t operator[](int dimension) const { return values_[dimension]; }

 private:
  std::array<std::size_t, kDimensions> values_;
};

template <int kDimensions>
struct range : Place<kDimensions> {
  using Place<kDimensions>::Place;
};
template <int kDimensions>
struct id : Place<kDimensions> {
  using Place<kDimensions>::Place;
};

template <int kDimensions>
class nd_range {
 public:
  nd_range(range<kDimensions> items, range<kDimensions> group) : items_(items), group_(group) {}
  range<kDimensions> get_global_range() const { return items_; }
  range<kDimensions> get_local_range() const { return group_; }

 private:
  range<kDimensions> items_, group_;
};

template <int kDimensions>
struct group {};

// Of groups that are one item high.
template <int kDimensions>
class nd_item;
template <>
class nd_item<2> {
 public:
  nd_item(id<2> group_id, int item) : group_id_(group_id), item_(item) {}
  std::size_t get_group(int dimension) const { return group_id_[dimension]; }
  group<2> get_group() const { return {}; }
  std::size_t get_local_id(int dimension) const {
    return dimension == 1 ? static_cast<std::size_t>(item_) : 0;
  }

 private:
  id<2> group_id_;
  int item_;
};

inline void group_barrier(group<2>) { assay::shims::wait_at_barrier(); }

enum class memory_order { relaxed };
enum class memory_scope { device };
namespace access {
enum class address_space { global_space };
}

template <class T, memory_order, memory_scope, access::address_space>
class atomic_ref {
 public:
  explicit atomic_ref(T& value) : value_(value) {}
  T fetch_add(T more) const { return std::atomic_ref(value_).fetch_add(more); }

 private:
  T& value_;
};

}  // namespace sycl
