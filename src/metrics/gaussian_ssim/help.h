// What options that several SSIM metrics have do.
#pragma once

#include <string_view>

namespace assay::gaussian_ssim {

inline constexpr std::string_view kPartsHelp =
    "also report the luminance, contrast and structure parts";
inline constexpr std::string_view kClipHelp =
    "cap dB scores at that of half a squared code value of error in the whole plane";

}  // namespace assay::gaussian_ssim
