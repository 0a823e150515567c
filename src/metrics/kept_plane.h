// A plane of an earlier frame in a device's memory.
#pragma once

#include <cstddef>
#include <utility>

#include "assay/image.h"
#include "device/device.h"
#include "metrics/code_rows.h"

namespace assay {

struct KeptPlane {
  device::Buffer memory;
  std::size_t pitch = 0;  // bytes

  CodeRows rows() const { return {memory.as<unsigned char>(), static_cast<int>(pitch)}; }
};

// Room for plane p of a format, black at first. Errors: unsupported, with the device's words.
inline Result<KeptPlane> keep_plane(device::Device& device, device::Queue& queue,
                                    const VideoFormat& format, int p) {
  constexpr std::size_t kRowAlign = 64;
  const auto row = static_cast<std::size_t>(plane_width(format, p)) *
                   static_cast<std::size_t>(bytes_per_sample(format));
  const std::size_t pitch = (row + kRowAlign - 1) / kRowAlign * kRowAlign;
  Result<device::Buffer> memory =
      device.allocate(pitch * static_cast<std::size_t>(plane_height(format, p)));
  if (!memory) return memory.error();
  if (Status status = queue.fill(memory->data(), 0, memory->size()); !status) {
    return status.error();
  }
  return KeptPlane{*std::move(memory), pitch};
}

}  // namespace assay
