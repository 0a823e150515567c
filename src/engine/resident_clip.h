// A clip whose pictures lie on a device.
#pragma once

#include <memory>

#include "assay/devices.h"
#include "assay/result.h"
#include "device/device.h"
#include "engine/stream.h"

namespace assay {

// The pictures of a clip in a device's memory, as a decoder there would hand them over: all are
// there when create returns, rows start at multiples of 64 bytes. They live as long as this.
class ResidentClip {
 public:
  // Errors: unsupported (no such device, no memory), with the device's words.
  static Result<ResidentClip> create(Backend backend, int index, const Clip& clip);

  ResidentClip(ResidentClip&&) = default;
  ResidentClip& operator=(ResidentClip&&) = delete;

  const Clip& pairs() const { return pairs_; }

 private:
  class Sender;
  ResidentClip() = default;

  std::unique_ptr<device::Device> device_;
  std::vector<device::Buffer> pictures_;  // gone before the device
  Clip pairs_;
};

}  // namespace assay
