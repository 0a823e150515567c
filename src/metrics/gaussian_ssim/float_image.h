// Pictures on the 8-bit scale, as floats or still as code values.
#pragma once

#include <cstddef>
#include <vector>

#include "assay/image.h"

namespace assay::gaussian_ssim {

// Owns rows of floats, each at the start of a cache line.
class FloatImage {
 public:
  void resize(int width, int height) {
    width_ = width;
    height_ = height;
    pitch_ = (width + kLine - 1) / kLine;
    lines_.resize(static_cast<std::size_t>(pitch_) * height);
  }
  float* row(int y) { return lines_[static_cast<std::size_t>(y) * pitch_].sample; }
  const float* row(int y) const { return lines_[static_cast<std::size_t>(y) * pitch_].sample; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  static constexpr int kLine = 16;  // floats
  struct alignas(64) Line {
    float sample[kLine];
  };
  std::vector<Line> lines_;
  int pitch_ = 0;  // lines
  int width_ = 0;
  int height_ = 0;
};

// What a filter reads: a plane of code values, divided by 2^(depth-8), or floats.
class ImageSource {
 public:
  ImageSource(const PlaneView& codes, int depth) : codes_(codes), depth_(depth) {}
  explicit ImageSource(const FloatImage& floats) : floats_(&floats) {}

  int width() const { return floats_ != nullptr ? floats_->width() : codes_.width; }
  int height() const { return floats_ != nullptr ? floats_->height() : codes_.height; }
  bool has_codes() const { return floats_ == nullptr; }
  const PlaneView& codes() const { return codes_; }
  int depth() const { return depth_; }
  const FloatImage& floats() const { return *floats_; }

 private:
  PlaneView codes_;
  int depth_ = 8;
  const FloatImage* floats_ = nullptr;
};

// Both pictures.
struct SourcePair {
  ImageSource ref;
  ImageSource dist;
};

}  // namespace assay::gaussian_ssim
