// Device memory for parameters that are too large to travel with a submission.
#pragma once

#include <sycl/sycl.hpp>

#include <array>
#include <cstddef>
#include <memory>

#include "device/device.h"

namespace assay::device::sycl {

// Blocks of kMostParameterBytes that are used in turn.
class ParameterBlocks {
 public:
  struct Block {
    std::byte* staging;  // pinned
    std::byte* memory;   // the device's
    ::sycl::event used;  // the last kernel that read it
  };

  // Errors: unsupported (no memory).
  static Result<std::unique_ptr<ParameterBlocks>> create(Device& device);
  // The next block; waits for the kernel that read it last, kCount launches ago. The caller sets
  // `used`. Errors: unsupported, with SYCL's words.
  Result<Block*> take();

 private:
  static constexpr std::size_t kCount = 16;
  ParameterBlocks(PinnedBuffer staging, Buffer memory);

  PinnedBuffer staging_;
  Buffer memory_;
  std::array<Block, kCount> blocks_;
  std::size_t next_ = 0;
};

}  // namespace assay::device::sycl
