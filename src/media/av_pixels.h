// How the pixel formats of FFmpeg hold a picture's samples.
#pragma once

#include <array>

#include "assay/image.h"
#include "assay/result.h"
#include "media/av_types.h"

namespace assay {

// Where the samples of one plane of ours lie in an AVFrame.
struct AvSamples {
  int plane;   // of the AVFrame
  int step;    // bytes from one sample to the next
  int offset;  // bytes to the first
  int shift;   // unused low bits
};

// A pixel format whose samples can be had unchanged, of 8 to 16 bits, alike in all planes.
struct AvPixels {
  PixelFormat pixels;
  int depth;
  std::array<AvSamples, 3> samples;
  bool big_endian = false;  // samples of 16 bits
  bool palette = false;     // 8-bit indices to R, G, B
  bool full_range = false;  // the format itself says so
  bool as_stored = false;   // samples can be used where they lie
};

// Alpha is left out. Errors: input, naming a pixel format that is not of this kind (below 8 bits,
// floating point, hardware surfaces, Bayer patterns, XYZ, 4:1:0), with the bare cause.
Result<AvPixels> describe_pixels(AVPixelFormat format);

}  // namespace assay
