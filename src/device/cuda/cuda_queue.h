// Queues and recorded work of CUDA: streams and graphs.
#pragma once

#include <memory>
#include <utility>

#include "device/cuda/runtime.h"
#include "device/streams/stream.h"

namespace assay::device::cuda {

class CudaGraph final : public Graph {
 public:
  explicit CudaGraph(cudaGraphExec_t graph) : graph_(graph) {}
  ~CudaGraph() override { (void)cudaGraphExecDestroy(graph_); }
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
  Status wait(const Event& event) override { return wait_native(event.native()); }
  Status wait_native(void* event) override;
  Status begin_capture() override;
  Result<std::unique_ptr<Graph>> end_capture() override;
  Status replay(const Graph& graph) override;

 private:
  CudaQueue(const Device& device, Stream<Runtime> stream)
      : device_(device), stream_(std::move(stream)) {}
  Status copy(Direction direction, const RowCopy& rows) override;
  Status launch_named(const char* name, Grid grid, const void* parameters,
                      std::size_t parameter_bytes) override;
  Status refuse_in_capture(const char* call) const;

  const Device& device_;
  Stream<Runtime> stream_;
  bool is_capturing_ = false;
};

}  // namespace assay::device::cuda
