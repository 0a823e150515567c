// Planes to check kernels on: patterned samples among canaries.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "assay/image.h"

namespace assay::check {

enum class Pattern { random, constant, ramp, extremes, beyond_depth };

inline constexpr std::array kPatterns{Pattern::random, Pattern::constant, Pattern::ramp,
                                      Pattern::extremes, Pattern::beyond_depth};

inline const char* name_of(Pattern pattern) {
  switch (pattern) {
    case Pattern::random: return "random";
    case Pattern::constant: return "constant";
    case Pattern::ramp: return "ramp";
    case Pattern::extremes: return "extremes";
    case Pattern::beyond_depth: return "beyond_depth";
  }
  return "";
}

struct Size {
  int width;
  int height;
};

// Around the vector lengths of every instruction set, and one picture of odd sides.
inline const std::vector<Size>& check_sizes() {
  static const std::vector<Size> sizes = [] {
    std::vector<Size> made{{321, 33}};
    for (const int width : {1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 129}) {
      for (const int height : {1, 2, 3, 7}) made.push_back({width, height});
    }
    return made;
  }();
  return sizes;
}

// One plane with room around every row. The room holds canaries, which are no part of the picture.
// Rows start at odd addresses, so nothing is aligned, not even samples.
template <class Sample>
class GuardedPlane {
 public:
  // side tells ref (0) from dist (1): patterns, and canaries, differ between them.
  GuardedPlane(Size size, int depth, Pattern pattern, int side)
      : size_(size), pitch_(size.width + 2 * kRoom + 1), side_(side) {
    count_ = static_cast<std::size_t>(pitch_) * size.height + kRoom;
    bytes_.resize(1 + count_ * sizeof(Sample));
    for (std::size_t i = 0; i < count_; ++i) put(i, canary());
    std::uint32_t state = 0x9E3779B9u + 77u * static_cast<std::uint32_t>(side);
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        state = state * 1664525u + 1013904223u;
        put(offset(y) + x, sample_of(pattern, depth, x, y, state >> 8));
      }
    }
  }

  PlaneView view() const {
    return {bytes_.data() + 1 + offset(0) * sizeof(Sample),
            static_cast<std::ptrdiff_t>(pitch_ * sizeof(Sample)), size_.width, size_.height};
  }
  Sample at(int x, int y) const { return get(offset(y) + x); }

  // Whether all canaries are alive.
  bool is_intact() const {
    std::size_t next = 0;
    for (int y = 0; y <= size_.height; ++y) {
      const std::size_t end = y < size_.height ? offset(y) : count_;
      for (; next < end; ++next) {
        if (get(next) != canary()) return false;
      }
      next += size_.width;
    }
    return true;
  }

 private:
  static constexpr int kRoom = 33;

  Sample get(std::size_t i) const {
    Sample sample;
    std::memcpy(&sample, bytes_.data() + 1 + i * sizeof(Sample), sizeof(Sample));
    return sample;
  }
  void put(std::size_t i, Sample sample) {
    std::memcpy(bytes_.data() + 1 + i * sizeof(Sample), &sample, sizeof(Sample));
  }
  std::size_t offset(int y) const { return static_cast<std::size_t>(pitch_) * y + kRoom; }
  // As far apart between ref and dist as can be: what is read of them shows in every sum.
  Sample canary() const { return static_cast<Sample>(side_ == 0 ? 0 : ~0); }

  Sample sample_of(Pattern pattern, int depth, int x, int y, std::uint32_t random) const {
    const int max = (1 << depth) - 1;
    switch (pattern) {
      case Pattern::random: return static_cast<Sample>(random & max);
      case Pattern::constant: return static_cast<Sample>(side_ == 0 ? max / 3 : max / 2);
      case Pattern::ramp: return static_cast<Sample>((x * 7 + y * (3 + side_)) & max);
      case Pattern::extremes: return static_cast<Sample>(((x + y + side_) & 1) != 0 ? max : 0);
      case Pattern::beyond_depth: return static_cast<Sample>(random);
    }
    return 0;
  }

  Size size_;
  int pitch_;  // samples
  int side_;
  std::size_t count_;  // samples, canaries among them
  std::vector<std::byte> bytes_;
};

}  // namespace assay::check
