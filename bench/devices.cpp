// Every metric on every device: frames that lie there, and frames that are sent from the host.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/devices.h"
#include "assay/scorer.h"
#include "bench/clips.h"
#include "bench/requests.h"
#include "bench/suites.h"
#include "device/device.h"
#include "metrics/device_kernels.h"

namespace assay::bench {
namespace {

using Clock = std::chrono::steady_clock;

// Pairs on a device, which live as long as this.
class ResidentClip {
 public:
  static Result<std::unique_ptr<ResidentClip>> create(const DeviceInfo& info,
                                                      const std::vector<Pair>& clip) {
    auto made = std::make_unique<ResidentClip>();
    Result<std::unique_ptr<device::Device>> opened =
        device::open_device(info.backend, info.index, &metric_kernels);
    if (!opened) return opened.error();
    made->device_ = *std::move(opened);
    Result<std::unique_ptr<device::Queue>> queue = made->device_->make_queue();
    if (!queue) return queue.error();
    for (const Pair& pair : clip) {
      const Frame* const host[2] = {&pair.ref, &pair.dist};
      Frame there[2];
      for (int side = 0; side < 2; ++side) {
        Result<Frame> frame = made->send(*host[side], **queue);
        if (!frame) return frame.error();
        there[side] = *std::move(frame);
      }
      made->pairs_.push_back({there[0], there[1]});
    }
    return made;  // the queue waits when it goes
  }
  const std::vector<Pair>& pairs() const { return pairs_; }

 private:
  Result<Frame> send(const Frame& from, device::Queue& queue) {
    constexpr std::size_t kAlign = 64;
    Frame frame = from;
    frame.owner = nullptr;
    frame.on_device = DeviceSamples{
        .backend = device_->info().backend, .device = device_->info().index, .ready = nullptr};
    for (int p = 0; p < plane_count(from.format.pixels); ++p) {
      const PlaneView& plane = from.planes[p];
      const std::size_t row = static_cast<std::size_t>(plane.width) * bytes_per_sample(from.format);
      const std::size_t pitch = (row + kAlign - 1) / kAlign * kAlign;
      const std::size_t bytes = pitch * static_cast<std::size_t>(plane.height);
      Result<device::Buffer> buffer = device_->allocate(bytes);
      if (!buffer) return buffer.error();
      Result<device::PinnedBuffer> staging = device_->allocate_pinned(bytes);
      if (!staging) return staging.error();
      for (int y = 0; y < plane.height; ++y) {
        std::memcpy(staging->data() + y * pitch, plane.data + y * plane.pitch, row);
      }
      if (Status status = queue.upload(buffer->data(), staging->data(), bytes); !status) {
        return status.error();
      }
      frame.planes[p].data = buffer->data();
      frame.planes[p].pitch = static_cast<std::ptrdiff_t>(pitch);
      buffers_.push_back(*std::move(buffer));
      staging_.push_back(*std::move(staging));
    }
    return frame;
  }

  std::unique_ptr<device::Device> device_;
  std::vector<device::Buffer> buffers_;
  std::vector<device::PinnedBuffer> staging_;
  std::vector<Pair> pairs_;
};

// Enough frames to fill the pipeline many times.
int frames_for(const VideoFormat& format) {
  const double samples = static_cast<double>(format.width) * format.height;
  return static_cast<int>(std::clamp(2e9 / samples, 200.0, 2000.0));
}

// What one benchmark runs.
struct DeviceCase {
  DeviceInfo device;
  MetricRequest request;
  VideoFormat format;
  bool is_resident;
};

// Seconds of a stream of this many frames. Making the scorer is not counted.
Result<double> time_stream(const DeviceCase& run, const std::vector<Pair>& clip, int frames) {
  Result<Scorer> scorer =
      Scorer::create({&run.request, 1}, run.format, run.format,
                     {.backend = run.device.backend, .device = run.device.index, .strict = true});
  if (!scorer) return scorer.error();
  const Clock::time_point start = Clock::now();
  Status status;
  for (int n = 0; status && n < frames; ++n) {
    const Pair& pair = clip[static_cast<std::size_t>(n) % clip.size()];
    status = scorer->submit(pair.ref, pair.dist);
  }
  if (status) status = scorer->finish();
  if (!status) return status.error();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The time of a frame in a running stream: (t(N) - t(2)) / (N - 2).
void score_stream(benchmark::State& state, const DeviceCase& run) {
  const std::vector<Pair>* clip = &clip_of(run.format);
  std::unique_ptr<ResidentClip> resident;
  if (run.is_resident) {
    Result<std::unique_ptr<ResidentClip>> sent = ResidentClip::create(run.device, *clip);
    if (!sent) return state.SkipWithError(sent.error().message.c_str());
    resident = *std::move(sent);
    clip = &resident->pairs();
  }
  const int frames = frames_for(run.format);
  for (auto _ : state) {
    const Result<double> few = time_stream(run, *clip, 2);
    const Result<double> many = few ? time_stream(run, *clip, frames) : few;
    if (!many) return state.SkipWithError(many.error().message.c_str());
    state.SetIterationTime((*many - *few) / (frames - 2));
  }
  state.SetBytesProcessed(state.iterations() * 2 * picture_bytes(run.format));
}

}  // namespace

void register_devices() {
  const std::vector<VideoFormat> formats{{.width = 576, .height = 324},
                                         {.width = 1920, .height = 1080},
                                         {.width = 1920, .height = 1080, .depth = 10},
                                         {.width = 3840, .height = 2160}};
  for (const DeviceInfo& device : list_devices()) {
    if (device.backend == Backend::host) continue;
    for (const MetricRequest& request : metric_requests()) {
      for (const VideoFormat& format : formats) {
        for (const bool is_resident : {true, false}) {
          const std::string name = fmt::format("{}/{}/{}:{}/{}", label_of(request),
                                               label_of(format), assay::name_of(device.backend),
                                               device.index, is_resident ? "resident" : "sent");
          benchmark::RegisterBenchmark(name.c_str(), score_stream,
                                       DeviceCase{device, request, format, is_resident})
              ->UseManualTime()
              ->Unit(benchmark::kMillisecond);
        }
      }
    }
  }
}

}  // namespace assay::bench
