#include "device/sycl/parameter_blocks.h"

#include <utility>

#include "device/sycl/sycl_call.h"

namespace assay::device::sycl {

Result<std::unique_ptr<ParameterBlocks>> ParameterBlocks::create(Device& device) {
  Result<PinnedBuffer> staging = device.allocate_pinned(kCount * kMostParameterBytes);
  if (!staging) return staging.error();
  Result<Buffer> memory = device.allocate(kCount * kMostParameterBytes);
  if (!memory) return memory.error();
  return std::unique_ptr<ParameterBlocks>(
      new ParameterBlocks(*std::move(staging), *std::move(memory)));
}

ParameterBlocks::ParameterBlocks(PinnedBuffer staging, Buffer memory)
    : staging_(std::move(staging)), memory_(std::move(memory)) {
  for (std::size_t n = 0; n < kCount; ++n) {
    const std::size_t offset = n * kMostParameterBytes;
    blocks_[n] = {staging_.data() + offset, memory_.data() + offset, {}};
  }
}

Result<ParameterBlocks::Block*> ParameterBlocks::take() {
  Block& block = blocks_[next_];
  next_ = (next_ + 1) % kCount;
  return attempt("event::wait", [&] {
    block.used.wait();
    return &block;
  });
}

}  // namespace assay::device::sycl
