// The sizes a picture may have.
#pragma once

#include <cstdint>

#include "assay/result.h"

namespace assay {

inline constexpr int max_picture_side = 32768;  // samples
inline constexpr std::int64_t max_picture_area = std::int64_t{1}
                                                 << 28;  // samples, as FFmpeg's own limit

// Errors: input, with the bare cause.
Status check_picture_size(std::int64_t width, std::int64_t height);

}  // namespace assay
