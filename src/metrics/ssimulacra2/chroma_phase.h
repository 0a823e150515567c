// Where chroma lies between luma: taps of bilinear and nearest upsampling.
#pragma once

#include "assay/image.h"

namespace assay::ssimulacra2 {

// Chroma at luma position 2^shift * j + k is before * c[j-1] + at * c[j] + after * c[j+1]. Every
// weight is a multiple of 1/8, so upsampling codes of up to 16 bits is exact in float.
struct PhaseTaps {
  float before = 0;
  float at = 1;
  float after = 0;
};

struct ChromaPhases {
  int shift = 0;
  PhaseTaps taps[4];  // for k in [0, 2^shift)
};

// cosited: sample j lies on luma sample 2^shift * j; otherwise in the middle of its block.
ChromaPhases bilinear_phases(int shift, bool cosited);
// Every luma sample takes its block's chroma sample.
ChromaPhases nearest_phases(int shift);

// Siting by direction; a missing tag counts as left, the default of MPEG-2, H.264 and later codecs.
bool is_cosited_x(Siting siting);
bool is_cosited_y(Siting siting);

}  // namespace assay::ssimulacra2
