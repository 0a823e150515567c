// A device and the pairs in flight on it, for the metrics of one run.
#pragma once

#include <memory>
#include <vector>

#include "cpu/workers.h"
#include "device/device.h"
#include "device/frames.h"
#include "metrics/metric.h"

namespace assay {

class DeviceRun {
 public:
  // Errors: unsupported, with the reason.
  static Result<std::unique_ptr<DeviceRun>> open(Backend backend, int index,
                                                 DevicePrecision precision);

  const DeviceInfo& info() const { return device_->info(); }
  const device::Device& device() const { return *device_; }

  // Takes the memory of the pairs in flight, in place of what an earlier call took; workers copy
  // them. No extractor uses the earlier frames. Errors: unsupported, with the device's words.
  Status prepare(const device::FramesPlan& plan, Workers& workers);
  device::Frames& frames() { return *frames_; }

  // As device::Frames. The copies of begin go on beside the caller; send waits for them.
  Status begin(const FramePair& pair, int slot);
  bool copies(int slot) const { return frames_->copies(slot); }
  Status send(int slot);
  Status end(int slot) { return frames_->end(slot); }

 private:
  explicit DeviceRun(std::unique_ptr<device::Device> device) : device_(std::move(device)) {}
  std::unique_ptr<device::Device> device_;
  std::unique_ptr<device::Frames> frames_;  // gone before the device
  // Copies under way by slot, gone before where they copy to.
  std::vector<std::unique_ptr<Workers::Batch>> copies_;
};

}  // namespace assay
