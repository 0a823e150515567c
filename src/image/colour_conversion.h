// From code values to R'G'B': constants of the matrices and ranges of video.
#pragma once

#include "assay/image.h"

namespace assay {

// R' = y + r_v v, G' = y + g_u u + g_v v, B' = y + b_u u with y = (Y - black) * y_scale,
// u = Cb - neutral, v = Cr - neutral. Chroma factors hold the chroma range's scale. For rgb each
// plane is (code - black) * y_scale and the chroma factors are zero.
struct RgbConversion {
  float black = 0;
  float y_scale = 0;
  float neutral = 0;
  float r_v = 0;
  float g_u = 0;
  float g_v = 0;
  float b_u = 0;
};

// Constants for a depth of 8 to 16 bits, a matrix of bt601, bt709, bt2020 (ITU-R BT.601-7,
// BT.709-6, BT.2020-2 non-constant luminance) or rgb, and a range of limited or full, computed in
// double and rounded once. Limited luma spans 16..235 and chroma 16..240 times 2^(depth - 8).
RgbConversion make_rgb_conversion(int depth, Matrix matrix, Range range);

}  // namespace assay
