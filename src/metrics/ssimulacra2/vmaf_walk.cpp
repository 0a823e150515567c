#include "metrics/ssimulacra2/vmaf_walk.h"

#include <algorithm>

#include "metrics/ssimulacra2/vmaf_tile.h"

namespace assay::ssimulacra2::vmaf {
namespace {

void wait_until(const std::atomic<int>& done, int bands) {
  for (int seen = done.load(std::memory_order_acquire); seen < bands;
       seen = done.load(std::memory_order_acquire)) {
    done.wait(seen, std::memory_order_acquire);
  }
}

}  // namespace

StripWalk::StripWalk(const Plan& plan) : scales_(plan.scales), first_{} {
  for (int s = 0; s < scales_; ++s) {
    bands_[s] = TileShape::bands(plan.size[s]);
    first_[s + 1] = first_[s] + TileShape::strips(plan.size[s]);
  }
  done_ = std::make_unique<std::atomic<int>[]>(first_[scales_]);
}

bool StripWalk::take(Strip& strip) {
  const int taken = next_.fetch_add(1, std::memory_order_relaxed);
  if (taken >= first_[scales_]) return false;
  strip.scale = 0;
  while (taken >= first_[strip.scale + 1]) ++strip.scale;
  strip.index = taken - first_[strip.scale];
  return true;
}

void StripWalk::wait_for(const Strip& strip, int band) const {
  if (strip.index > 0) wait_until(done(strip.scale, strip.index - 1), band + 1);
  if (strip.scale > 0) {
    // Its pixels come from two strips and two bands of the scale before, of which the last is done
    // last.
    const int before = strip.scale - 1;
    const int strips = first_[before + 1] - first_[before];
    wait_until(done(before, std::min(2 * strip.index + 1, strips - 1)),
               std::min(2 * band + 2, bands_[before]));
  }
}

void StripWalk::finish(const Strip& strip, int band) {
  std::atomic<int>& bands = done(strip.scale, strip.index);
  bands.store(band + 1, std::memory_order_release);
  bands.notify_all();
}

}  // namespace assay::ssimulacra2::vmaf
