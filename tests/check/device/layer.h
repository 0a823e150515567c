// A device with a queue, for tests of the device layer.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <vector>

#include "check/each_device.h"

namespace assay {
Result<device::KernelTable> layer_kernels(Backend backend);
}

namespace assay::check {

using device::Buffer;
using device::PinnedBuffer;
using device::Queue;

class LayerTest : public EachDevice<&layer_kernels> {
 protected:
  void SetUp() override {
    EachDevice::SetUp();
    if (HasFatalFailure()) return;
    queue_ = must(device().make_queue());
    event_ = must(device().make_event());
  }
  Queue& queue() { return *queue_; }

  // A buffer on the device with these values.
  template <class T>
  Buffer put(const std::vector<T>& values) {
    Buffer buffer = must(device().allocate(values.size() * sizeof(T)));
    PinnedBuffer staging = must(device().allocate_pinned(buffer.size()));
    std::memcpy(staging.data(), values.data(), buffer.size());
    must(queue().upload(buffer.data(), staging.data(), buffer.size()));
    finish();
    return buffer;
  }
  template <class T>
  std::vector<T> get(const Buffer& buffer) {
    PinnedBuffer staging = must(device().allocate_pinned(buffer.size()));
    must(queue().download(staging.data(), buffer.data(), buffer.size()));
    finish();
    std::vector<T> values(buffer.size() / sizeof(T));
    std::memcpy(values.data(), staging.data(), buffer.size());
    return values;
  }
  void finish() {
    must(queue().record(*event_));
    must(event_->wait());
  }

 private:
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<device::Event> event_;
};

}  // namespace assay::check
