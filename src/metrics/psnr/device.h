// Sums of squared errors of a pair's planes on a device.
#pragma once

#include <cstdint>
#include <span>

#include "assay/image.h"
#include "device/device.h"
#include "device/pictures.h"

namespace assay {

// What of a pair is summed.
struct SquaredErrorPlan {
  VideoFormat format;
  int planes = 1;         // the first planes of the format
  bool as_float = false;  // each square is first rounded to a 32-bit float
};

// A device's work on one pair: clear the sums, add, and bring them back.
class SquaredErrorChain {
 public:
  struct Slot {
    device::Buffer sums;
    device::PinnedBuffer readback;
  };

  explicit SquaredErrorChain(const SquaredErrorPlan& plan) : plan_(plan) {}

  unsigned planes() const { return (1u << plan_.planes) - 1; }
  Status prepare(device::Device& device, Slot& slot) const;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const;
  // One sum for each plane, as sum_squared_error gives it.
  std::span<const std::uint64_t> sums(const Slot& slot) const {
    return {slot.readback.as<const std::uint64_t>(), static_cast<std::size_t>(plan_.planes)};
  }

 private:
  SquaredErrorPlan plan_;
};

}  // namespace assay
