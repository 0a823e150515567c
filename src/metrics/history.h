// What temporal metrics keep of earlier frames.
#pragma once

#include <concepts>

namespace assay {

// The work of a metric that compares a pair with those before it.
template <class Kernel>
concept TemporalKernel = requires(const Kernel& kernel) {
  // How many frames back it looks, at least 1.
  { kernel.reach() } -> std::same_as<int>;
};

}  // namespace assay
