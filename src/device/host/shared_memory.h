// Group-shared memory on the CPU, with guards that tell what a kernel does wrong.
#pragma once

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace assay::device {

// A kernel that breaks its own terms.
class KernelFault : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// The byte that memory holds before a kernel writes it: floats are NaN, or large.
enum class Poison : unsigned char { not_a_number = 0xFF, large = 0x4B };

// The arrays of one group, each among canaries. Counts bytes as devices place them: one after the
// other from multiples of 16.
class HostSharedMemory {
 public:
  HostSharedMemory(std::size_t capacity, Poison poison)
      : capacity_(capacity), poison_(static_cast<unsigned char>(poison)) {
    lines_.resize((capacity + kMostArrays * 2 * kGuard) / sizeof(Line) + 1);
  }

  void begin_group() {
    std::memset(lines_.data(), poison_, lines_.size() * sizeof(Line));
    counted_ = placed_ = arrays_ = 0;
  }

  std::byte* take(std::size_t bytes) {
    counted_ = (counted_ + kAlign - 1) / kAlign * kAlign + bytes;
    if (counted_ > capacity_) throw KernelFault("takes more shared memory than kSharedBytes");
    if (arrays_ == kMostArrays) throw KernelFault("takes more arrays of shared memory than 64");
    std::byte* const array = data() + placed_;
    const std::size_t end = placed_ + bytes;
    placed_ = (end + kAlign - 1) / kAlign * kAlign + kGuard;
    std::memset(data() + end, kCanary, placed_ - end);
    guards_[arrays_++] = {end, placed_};
    return array;
  }

  void check_canaries() const {
    for (std::size_t n = 0; n < arrays_; ++n) {
      for (std::size_t i = guards_[n].from; i < guards_[n].to; ++i) {
        if (static_cast<unsigned char>(data()[i]) != kCanary) {
          throw KernelFault("writes past an array of shared memory");
        }
      }
    }
  }

 private:
  static constexpr std::size_t kAlign = 16;
  static constexpr std::size_t kGuard = 64;
  static constexpr std::size_t kMostArrays = 64;
  static constexpr unsigned char kCanary = 0xC3;
  struct alignas(kGuard) Line {
    std::byte bytes[kGuard];
  };
  struct Guard {
    std::size_t from, to;
  };

  std::byte* data() { return lines_.front().bytes; }
  const std::byte* data() const { return lines_.front().bytes; }

  std::size_t capacity_;
  unsigned char poison_;
  std::vector<Line> lines_;
  std::size_t counted_ = 0;
  std::size_t placed_ = 0;
  std::size_t arrays_ = 0;
  Guard guards_[kMostArrays];
};

}  // namespace assay::device
