// What one extractor of SSIMULACRA2 does, derived from options and format before the first frame.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "image/colour_conversion.h"
#include "metrics/metric.h"
#include "metrics/ssimulacra2/chroma_phase.h"
#include "metrics/ssimulacra2/ssimulacra2.h"
#include "metrics/ssimulacra2/weights.h"

namespace assay::ssimulacra2 {

// Smallest width and height of a frame and of every scale that is scored.
inline constexpr int kSmallestSide = 8;

struct Size {
  int width = 0;
  int height = 0;
};

struct Plan {
  VideoFormat format;
  bool vmaf_profile = false;
  int vmaf_matrix = 0;  // profile vmaf: 0 709 limited, 1 601 limited, 2 709 full, 3 601 full
  RgbConversion rgb;    // profile exact
  bool bilinear = true;
  ChromaPhases chroma_x;  // upsampling across and down
  ChromaPhases chroma_y;
  bool norms = false;
  int scales = 0;  // those with both sides of at least kSmallestSide
  std::array<Size, kScales> size;
  std::array<std::array<unsigned, kChannels>, kScales> maps{};  // MapBits whose weights count
  std::vector<std::string> outputs;
  std::vector<std::string> warnings;
};

// Errors: usage (bad options), unsupported (frame too small, a matrix without RGB, gray in profile
// vmaf).
Result<Plan> make_plan(const Ssimulacra2Options& options, const VideoFormat& format);

// The 108 norms of one frame; those of missing scales and unneeded maps are zero.
struct Norms {
  double value[kChannels][kScales][kNorms][kMaps] = {};
};

// The score of a frame, 100 where the weighted sum is not above zero.
double score_from(const Norms& norms);

// Puts the score, and the norms where asked for.
void put_scores(const Plan& plan, const Norms& norms, std::int64_t frame, ScoreSink& sink);

// How far scores and norms of profile vmaf are from the CPU's, at most, on devices without double
// precision.
inline constexpr double kPairsBound = 1e-9;

// The CPU extractors of the two profiles.
std::unique_ptr<Extractor> make_exact_on_cpu(const Plan& plan, const ExtractorContext& context);
std::unique_ptr<Extractor> make_vmaf_on_cpu(const Plan& plan, const ExtractorContext& context);

// Those on devices.
std::unique_ptr<Extractor> make_exact_on_device(const Plan& plan);
std::unique_ptr<Extractor> make_vmaf_on_device(const Plan& plan);

}  // namespace assay::ssimulacra2
