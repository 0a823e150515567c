// Streams, events and graphs of CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <memory>
#include <utility>

#include "device/queue.h"

namespace assay::device::cuda {

class CudaEvent final : public Event {
 public:
  // on_wait is called whenever a host thread waits.
  static Result<std::unique_ptr<Event>> create(int device, std::function<void()> on_wait);
  ~CudaEvent() override;
  Status wait() override;
  Result<bool> query() override;
  void* native() const override { return event_; }

 private:
  CudaEvent(cudaEvent_t event, std::function<void()> on_wait)
      : event_(event), on_wait_(std::move(on_wait)) {}
  cudaEvent_t event_;
  std::function<void()> on_wait_;
};

class CudaGraph final : public Graph {
 public:
  explicit CudaGraph(cudaGraphExec_t graph) : graph_(graph) {}
  ~CudaGraph() override;
  cudaGraphExec_t get() const { return graph_; }

 private:
  cudaGraphExec_t graph_;
};

class CudaQueue final : public Queue {
 public:
  static Result<std::unique_ptr<Queue>> create(const Device& device, int index);
  ~CudaQueue() override;

  Status fill(void* to, unsigned char value, std::size_t bytes) override;
  Status record(Event& event) override;
  Status wait(const Event& event) override;
  Status wait_native(void* event) override;
  Status begin_capture() override;
  Result<std::unique_ptr<Graph>> end_capture() override;
  Status replay(const Graph& graph) override;

 private:
  CudaQueue(const Device& device, int index, cudaStream_t stream)
      : device_(device), index_(index), stream_(stream) {}
  Status copy(Direction direction, const RowCopy& rows) override;
  Status launch_named(const char* name, Grid grid, const void* parameters,
                      std::size_t parameter_bytes) override;
  Status refuse_in_capture(const char* call) const;

  const Device& device_;
  int index_;
  cudaStream_t stream_;
  bool is_capturing_ = false;
};

}  // namespace assay::device::cuda
