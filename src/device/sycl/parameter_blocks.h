// Device memory for parameters that are too large to travel with a submission.
#pragma once

#include <sycl/sycl.hpp>

#include <cstddef>
#include <deque>

#include "device/device.h"

namespace assay::device::sycl {

// Blocks of kMostParameterBytes. One is used again once its kernel is done.
class ParameterBlocks {
 public:
  struct Block {
    PinnedBuffer staging;
    Buffer memory;
    ::sycl::event used;  // the last kernel that read it
  };

  explicit ParameterBlocks(Device& device) : device_(device) {}
  // One that no kernel reads any more; the caller sets `used`. Errors: unsupported (no memory).
  Result<Block*> take();

 private:
  Device& device_;
  std::deque<Block> blocks_;
};

}  // namespace assay::device::sycl
