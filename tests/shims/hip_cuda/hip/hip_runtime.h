// HIP on CUDA, as far as the executor uses it: what kernels see, which nvcc knows but for these.
#pragma once

#include <cuda_runtime.h>

#define HIP_DYNAMIC_SHARED(Type, name) extern __shared__ Type name[];
#define HIP_KERNEL_NAME(...) __VA_ARGS__
