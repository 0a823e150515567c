#include "engine/device_run.h"

#include <functional>
#include <utility>

#include "metrics/device_kernels.h"

namespace assay {

Result<std::unique_ptr<DeviceRun>> DeviceRun::open(Backend backend, int index,
                                                   DevicePrecision precision) {
  Result<std::unique_ptr<device::Device>> device =
      device::open_device(backend, index, &metric_kernels, precision);
  if (!device) return device.error();
  return std::unique_ptr<DeviceRun>(new DeviceRun(*std::move(device)));
}

Status DeviceRun::prepare(const device::FramesPlan& plan, Workers& workers) {
  copies_.clear();
  frames_.reset();
  Result<std::unique_ptr<device::Frames>> frames = device::Frames::create(*device_, plan);
  if (!frames) return frames.error();
  frames_ = *std::move(frames);
  for (int i = 0; i < plan.slots; ++i) {
    copies_.push_back(std::make_unique<Workers::Batch>(workers));
  }
  return {};
}

Status DeviceRun::begin(const FramePair& pair, int slot) {
  return frames_->begin(pair.ref, pair.dist, slot,
                        [&](std::function<void()> task) { copies_[slot]->run(std::move(task)); });
}

Status DeviceRun::send(int slot) {
  copies_[slot]->wait();
  return frames_->send(slot);
}

}  // namespace assay
