// A change of stacks: a few instructions on x86-64, ucontext elsewhere.
#pragma once

#include <cstddef>

#if defined(__x86_64__) && !defined(ASSAY_SHIM_UCONTEXT)
#define ASSAY_SHIM_SWITCH_X86_64 1
#else
#define ASSAY_SHIM_SWITCH_X86_64 0
#include <ucontext.h>
#endif

namespace assay::shims {

// Where a stack goes on.
struct Context {
#if ASSAY_SHIM_SWITCH_X86_64
  void* top = nullptr;
#else
  ucontext_t saved;
#endif
};

// Lets the first switch to context call run, which never returns, on this stack.
void prepare_stack(Context& context, std::byte* stack, std::size_t bytes, void (*run)());

// Leaves the stack that runs now and goes on where `to` was left.
void switch_stack(Context& from, Context& to);

}  // namespace assay::shims
