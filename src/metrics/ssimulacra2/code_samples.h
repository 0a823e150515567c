// Code values of a plane in device memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/pictures.h"
#include "math/scalar_math.h"

namespace assay::ssimulacra2 {

template <class Sample>
ASSAY_FN const Sample* row_of(const device::Plane& plane, int y) {
  return reinterpret_cast<const Sample*>(plane.data + static_cast<std::size_t>(y) * plane.pitch);
}

// A code value as a float, exact below 2^23, without the slow conversion.
ASSAY_FN float code_to_float(unsigned code) {
  const float shifted = ScalarMath::from_bits(static_cast<std::int32_t>(0x4B000000u + code));
  return ScalarMath::sub(shifted, 8388608.0f);  // 2^23
}

}  // namespace assay::ssimulacra2
