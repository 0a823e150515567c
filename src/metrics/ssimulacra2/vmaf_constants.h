// The numbers that profile vmaf computes with.
#pragma once

#include <array>

namespace assay::ssimulacra2::vmaf {

// From code values to R'G'B' in [0, 1]; see luma_of and the other formulas.
struct ColourConstants {
  float inverse_peak = 0;  // 1 / (2^depth - 1)
  float luma_offset = 0;
  float luma_scale = 0;
  float chroma_scale = 0;
  float r_v = 0;
  float g_u = 0;
  float g_v = 0;
  float b_u = 0;
};

// The sRGB electro-optical transfer at i / 1023, and the step from there to the next entry, which
// is 0 after the last. Both floats of an entry travel as one double, the value in front.
struct TransferTable {
  static constexpr int kEntries = 1024;
  alignas(64) std::array<double, kEntries> entry;
};

struct Constants {
  ColourConstants colour;
  TransferTable transfer;
};

// matrix: 0 BT.709 limited, 1 BT.601 limited, 2 BT.709 full, 3 BT.601 full. Limited range uses the
// 8-bit offsets and scales at every depth, as lusoris/vmaf does.
Constants make_constants(int depth, int matrix);

}  // namespace assay::ssimulacra2::vmaf
