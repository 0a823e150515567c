// A device and the pairs in flight on it, for the metrics of one run.
#pragma once

#include <memory>

#include "cpu/workers.h"
#include "device/device.h"
#include "device/frames.h"
#include "metrics/metric.h"

namespace assay {

class DeviceRun {
 public:
  // Errors: unsupported, with the reason.
  static Result<std::unique_ptr<DeviceRun>> open(Backend backend, int index);

  const DeviceInfo& info() const { return device_->info(); }
  const device::Device& device() const { return *device_; }

  // Takes the memory of the pairs in flight. Errors: unsupported, with the device's words.
  Status prepare(const device::FramesPlan& plan);
  device::Frames& frames() { return *frames_; }

  // As device::Frames.
  Status begin(const FramePair& pair, int slot, Workers& workers);
  Status end(int slot) { return frames_->end(slot); }

 private:
  explicit DeviceRun(std::unique_ptr<device::Device> device) : device_(std::move(device)) {}
  std::unique_ptr<device::Device> device_;
  std::unique_ptr<device::Frames> frames_;  // gone before the device
};

}  // namespace assay
