// SpEED on a device.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "assay/image.h"
#include "cpu/workers.h"
#include "device/device.h"
#include "device/pictures.h"
#include "metrics/code_rows.h"
#include "metrics/device_history.h"
#include "metrics/kept_plane.h"
#include "metrics/speed/plan.h"
#include "metrics/speed/scores.h"

namespace assay::speed {

// What small planes are made of on a device.
struct DeviceSource {
  const device::Pictures* pictures = nullptr;
  CodeRows earlier[2];  // luma of ref and dist, where changes are measured
};

// What the host makes scores in, from the small planes of both sides of each plane.
struct HostWork {
  std::array<Side, 4> sides;
  ComparisonScratch comparison;
};

// A device's work on one pair: small planes of all planes and both sides, then their scores. Where
// the device has no double precision it leaves the scores to the host.
class Chain {
 public:
  struct Slot {
    device::Buffer tables;     // of both axes' resampling: indices, then weights
    device::Buffer decimated;  // planes, as `small`
    device::Buffer small;      // plane by plane, ref's first
    device::Buffer moments;
    device::Buffer factors;
    device::Buffer scores;
    device::PinnedBuffer readback;   // scores, or small
    bool is_scored = false;          // on the device
    std::unique_ptr<HostWork> host;  // where it is not
  };

  Chain(const Plan& plan, Workers& workers) : plan_(plan), workers_(&workers) {}

  unsigned planes() const { return plan_.plane_mask(); }
  Status prepare(device::Device& device, Slot& slot) const;
  void read(const Slot& slot, FrameScores& scores) const;

 protected:
  Status enqueue_planes(device::Queue& queue, const DeviceSource& source, const Slot& slot) const;
  Status enqueue_end(device::Queue& queue, const Slot& slot) const;
  const Plan& plan() const { return plan_; }

 private:
  int sides() const { return 2 * plan_.plane_count(); }
  Status upload_tables(device::Device& device, Slot& slot) const;
  Status enqueue_scores(device::Queue& queue, const Slot& slot) const;

  Plan plan_;
  Workers* workers_;
};

class ChromaChain : public Chain {
 public:
  using Chain::Chain;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, Slot& slot) const {
    Status status = enqueue_planes(queue, {.pictures = pictures, .earlier = {}}, slot);
    return status ? enqueue_end(queue, slot) : status;
  }
};

// Luma of the frame before lies on the device since then. The next frame waits for small planes,
// not for scores.
class ChangesChain : public Chain {
 public:
  struct Left {
    KeptPlane luma[2];  // of ref, dist
  };
  using Chain::Chain;
  Status prepare_left(device::Device& device, device::Queue& queue, Left& left) const;
  Status enqueue(device::Queue& queue, const device::Pictures* pictures, const Turn<Left>& turn,
                 Slot& slot) const;
  Status enqueue_rest(device::Queue& queue, Slot& slot) const { return enqueue_end(queue, slot); }
};

}  // namespace assay::speed
