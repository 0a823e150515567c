#include "device/sycl/parameter_blocks.h"

#include <utility>

namespace assay::device::sycl {
namespace {

bool is_complete(const ::sycl::event& event) {
  return event.get_info<::sycl::info::event::command_execution_status>() ==
         ::sycl::info::event_command_status::complete;
}

}  // namespace

Result<ParameterBlocks::Block*> ParameterBlocks::take() {
  for (Block& block : blocks_) {
    if (is_complete(block.used)) return &block;
  }
  Result<PinnedBuffer> staging = device_.allocate_pinned(kMostParameterBytes);
  if (!staging) return staging.error();
  Result<Buffer> memory = device_.allocate(kMostParameterBytes);
  if (!memory) return memory.error();
  return &blocks_.emplace_back(Block{*std::move(staging), *std::move(memory), {}});
}

}  // namespace assay::device::sycl
