// How the motion metrics turn a measured change between two frames into what they publish.
#pragma once

#include <algorithm>

namespace assay {

// Weights, caps and blends. A score is the mean absolute change of a sample, on the 8-bit scale.
struct MotionRules {
  double fps_weight = 1;
  double cap = 10000;
  double blend_factor = 1;
  double blend_offset = 40;

  double weigh(double score) const { return score * fps_weight; }
  // Every published score goes through here.
  double limit(double score) const { return std::min(score, cap); }
  // Above blend_offset a weighted score keeps only blend_factor of its excess.
  double blend(double weighted) const {
    return weighted * blend_factor + (1 - blend_factor) * std::min(blend_offset, weighted);
  }
};

}  // namespace assay
