#include "shims/stack_switch.h"

#include <cstdint>

namespace assay::shims {

#if ASSAY_SHIM_SWITCH_X86_64

// Saves what a called function keeps (System V ABI), swaps stacks and restores the same.
asm(R"(
.text
.local assay_shims_switch
.type assay_shims_switch, @function
assay_shims_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq (%rsi), %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size assay_shims_switch, .-assay_shims_switch
)");
extern "C" void assay_shims_switch(void** from_top, void** to_top);

void prepare_stack(Context& context, std::byte* stack, std::size_t bytes, void (*run)()) {
  auto* const end = reinterpret_cast<std::uint64_t*>(
      reinterpret_cast<std::uintptr_t>(stack + bytes) & ~std::uintptr_t{15});
  // Popped: six registers, then the address to go to. A called function finds its return address 8
  // bytes above a multiple of 16.
  std::uint64_t* const top = end - 8;
  for (int n = 0; n < 6; ++n) top[n] = 0;
  top[6] = reinterpret_cast<std::uint64_t>(run);
  top[7] = 0;  // where run would return to
  context.top = top;
}

void switch_stack(Context& from, Context& to) { assay_shims_switch(&from.top, &to.top); }

#else

void prepare_stack(Context& context, std::byte* stack, std::size_t bytes, void (*run)()) {
  getcontext(&context.saved);
  context.saved.uc_stack.ss_sp = stack;
  context.saved.uc_stack.ss_size = bytes;
  context.saved.uc_link = nullptr;
  makecontext(&context.saved, run, 0);
}

void switch_stack(Context& from, Context& to) { swapcontext(&from.saved, &to.saved); }

#endif

}  // namespace assay::shims
