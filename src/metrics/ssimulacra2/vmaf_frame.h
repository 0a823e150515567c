// The memory of one frame in flight, and the walk over its tiles.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "cpu/workers.h"
#include "metrics/metric.h"
#include "metrics/ssimulacra2/vmaf_tile.h"

namespace assay::ssimulacra2 {

// Things that tasks borrow one at a time; they are made when none is idle.
template <class T>
class Pool {
 public:
  using Make = std::function<std::unique_ptr<T>()>;
  explicit Pool(Make make) : make_(std::move(make)) {}

  std::unique_ptr<T> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<T> thing = std::move(idle_.back());
        idle_.pop_back();
        return thing;
      }
    }
    return make_();
  }
  void give_back(std::unique_ptr<T> thing) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(thing));
  }

 private:
  Make make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

// What the tiles of one frame write.
class VmafFrame {
 public:
  explicit VmafFrame(const Plan& plan);

  std::vector<StripState> strips;
  std::vector<BandState> bands;
  // Linear RGB; none at scale 0, whose pixels come from the frame itself.
  LinearPlanes linear[kScales][kPictures];

 private:
  struct alignas(64) Line {
    float sample[16];
  };
  std::vector<Line> memory_;
};

// Runs tile(band, strip, scratch) for all tiles so that those above and to the left of one are done
// before it.
void walk_tiles(Size size, Workers& workers, Pool<TileScratch>& scratches,
                const std::function<void(int, int, TileScratch&)>& tile);

}  // namespace assay::ssimulacra2
