// Pairs of whole pictures to check metrics on, every plane among canaries.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "check/guarded_plane.h"
#include "metrics/metric.h"

namespace assay::check {

// Owns the planes that a FramePair looks at.
class GuardedPair {
 public:
  GuardedPair(const VideoFormat& format, Pattern pattern) {
    for (int side = 0; side < 2; ++side) {
      Frame& frame = side == 0 ? pair_.ref : pair_.dist;
      frame.format = format;
      for (int p = 0; p < plane_count(format.pixels); ++p) {
        const Size size{plane_width(format, p), plane_height(format, p)};
        if (format.depth == 8) {
          planes_.emplace_back(GuardedPlane<std::uint8_t>(size, format.depth, pattern, side));
        } else {
          planes_.emplace_back(GuardedPlane<std::uint16_t>(size, format.depth, pattern, side));
        }
        const auto view_of = [](const auto& plane) { return plane.view(); };
        frame.planes[p] = std::visit(view_of, planes_.back());
      }
    }
  }

  const FramePair& pair() const { return pair_; }

  int sample(int side, int p, int x, int y) const {
    const std::size_t i = static_cast<std::size_t>(side * plane_count(pair_.ref.format.pixels) + p);
    return std::visit([&](const auto& plane) { return static_cast<int>(plane.at(x, y)); },
                      planes_[i]);
  }

  // Whether all canaries are alive.
  bool is_intact() const {
    for (const auto& plane : planes_) {
      if (!std::visit([](const auto& p) { return p.is_intact(); }, plane)) return false;
    }
    return true;
  }

 private:
  std::vector<std::variant<GuardedPlane<std::uint8_t>, GuardedPlane<std::uint16_t>>> planes_;
  FramePair pair_;
};

}  // namespace assay::check
