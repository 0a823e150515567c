// Loops that a device's compiler is to repeat in a row.
#pragma once

// Before a loop: n repetitions of its body in a row on devices; others know best. All of them, and
// what the body indexes stands in registers; with 1 the body stays one.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define ASSAY_UNROLL_TEXT(text) _Pragma(#text)
#define ASSAY_UNROLL(n) ASSAY_UNROLL_TEXT(unroll n)
#else
#define ASSAY_UNROLL(n)
#endif
