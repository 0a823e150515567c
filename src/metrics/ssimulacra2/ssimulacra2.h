// SSIMULACRA 2.1: how far the distorted picture looks from the reference, 100 is identical.
//
// Scores of 90 and more are visually lossless, 70 high, 50 medium and 30 low quality; very bad
// pictures go below zero. Both pictures become linear RGB, six scales, XYB; blurred statistics give
// an ssim, an artifact and a detail-loss map for each scale and channel, whose 108 norms are
// weighted into one score. Source of the definition: github.com/cloudinary/ssimulacra2,
// version 2.1.
#pragma once

#include <string>

#include "metrics/metric.h"

namespace assay {

struct Ssimulacra2Options {
  std::string profile = "exact";    // exact: the metric as defined; vmaf: lusoris/vmaf's arithmetic
  std::string chroma = "bilinear";  // chroma upsampling of profile exact; vmaf is always nearest
  int yuv_matrix = -1;              // -1 takes the stream's tags; see the options table
  bool enable_norms = false;        // also puts the 108 norms
};

// Outputs a frame: ssimulacra2; with enable_norms
// ssimulacra2_<x|y|b>_scale<0-5>_<ssim|artifact|detail>_<l1|l4>.
const Metric& ssimulacra2_metric();

}  // namespace assay
