// The order in which the strips of all scales are worked on.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "metrics/ssimulacra2/plan.h"

namespace assay::ssimulacra2::vmaf {

struct Strip {
  int scale = 0;
  int index = 0;
};

// Deals out strips, scale after scale and from left to right, to whoever asks. A strip is worked on
// from top to bottom; its tiles follow those of the strip to the left and of the scale before.
// Nobody waits for ever: a strip only depends on strips that were dealt out before it.
class StripWalk {
 public:
  explicit StripWalk(const Plan& plan);

  // False when no strip is left.
  bool take(Strip& strip);
  int bands(const Strip& strip) const { return bands_[strip.scale]; }
  // Waits until the band of the strip can be worked on.
  void wait_for(const Strip& strip, int band) const;
  // Tells that the bands up to this one are done.
  void finish(const Strip& strip, int band);

 private:
  // Bands done, of a strip.
  std::atomic<int>& done(int scale, int index) const { return done_[first_[scale] + index]; }

  int scales_;
  int first_[kScales + 1];  // of each scale's strips, counted through all scales
  int bands_[kScales];
  std::unique_ptr<std::atomic<int>[]> done_;
  std::atomic<int> next_ = 0;
};

}  // namespace assay::ssimulacra2::vmaf
