#include "engine/device_run.h"

#include <utility>

#include "metrics/device_kernels.h"

namespace assay {

Result<std::unique_ptr<DeviceRun>> DeviceRun::open(Backend backend, int index) {
  Result<std::unique_ptr<device::Device>> device =
      device::open_device(backend, index, &metric_kernels);
  if (!device) return device.error();
  return std::unique_ptr<DeviceRun>(new DeviceRun(*std::move(device)));
}

Status DeviceRun::prepare(const device::FramesPlan& plan) {
  Result<std::unique_ptr<device::Frames>> frames = device::Frames::create(*device_, plan);
  if (!frames) return frames.error();
  frames_ = *std::move(frames);
  return {};
}

Status DeviceRun::begin(const FramePair& pair, int slot, Workers& workers) {
  const auto share = [&](int count, const std::function<void(int)>& body) {
    workers.for_each(count, body);
  };
  return frames_->begin(pair.ref, pair.dist, slot, share);
}

}  // namespace assay
