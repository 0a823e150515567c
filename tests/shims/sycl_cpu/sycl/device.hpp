// Devices, platforms and contexts.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "error.hpp"
#include "shims/fibers.h"
#include "shims/switches.h"

namespace sycl {

enum class aspect { fp64, atomic64, usm_device_allocations, usm_host_allocations };

namespace info {
namespace device {
struct name {
  using return_type = std::string;
};
struct global_mem_size {
  using return_type = std::uint64_t;
};
struct local_mem_size {
  using return_type = std::uint64_t;
};
struct max_work_group_size {
  using return_type = std::size_t;
};
}  // namespace device
namespace platform {
struct name {
  using return_type = std::string;
};
}  // namespace platform
}  // namespace info

struct platform {
  template <class Info>
  std::string get_info() const;
};
template <>
inline std::string platform::get_info<info::platform::name>() const {
  return "test shim";
}

class device {
 public:
  static std::vector<device> get_devices() {
    fail_where_asked("get_devices");
    if (assay::shims::has_no_device()) return {};
    return {device(0), device(1), device(2)};
  }

  // One that is not listed: it flushes tiny numbers to zero, as SYCL allows.
  static device that_flushes() { return device(3); }

  bool has(aspect what) const { return what != aspect::fp64 || index_ != 2; }
  bool is_cpu() const { return true; }
  platform get_platform() const { return {}; }
  template <class Info>
  typename Info::return_type get_info() const;

  assay::shims::Order order() const {
    return index_ == 1 ? assay::shims::Order::reverse : assay::shims::Order::forward;
  }
  bool flushes() const { return index_ == 3; }
  // What fresh memory holds: not-a-number or large as floats.
  unsigned char poison() const { return index_ == 1 ? 0x4B : 0xFF; }

 private:
  explicit device(int index) : index_(index) {}
  int index_;
};

template <>
inline std::string device::get_info<info::device::name>() const {
  constexpr const char* kNames[] = {"forward", "reverse", "forward without double precision",
                                    "flushing"};
  return kNames[index_];
}
template <>
inline std::uint64_t device::get_info<info::device::global_mem_size>() const {
  return std::uint64_t{1} << 62;
}
template <>
inline std::uint64_t device::get_info<info::device::local_mem_size>() const {
  return 128 * 1024;
}
template <>
inline std::size_t device::get_info<info::device::max_work_group_size>() const {
  return 1024;
}

// Memory belongs to a context; one that is made is none of the others.
class context {
 public:
  explicit context(const device&) : context(next()++) {}
  // That of all queues which are given none.
  static context of_platform() { return context(0); }
  int id() const { return id_; }

 private:
  explicit context(int id) : id_(id) {}
  __attribute__((visibility("default"))) static std::atomic<int>& next() {
    static std::atomic<int> one = 1;
    return one;
  }
  int id_;
};

}  // namespace sycl
