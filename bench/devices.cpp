// Every metric on every device: frames that lie there, and frames that are sent from the host.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/devices.h"
#include "bench/clips.h"
#include "bench/requests.h"
#include "bench/suites.h"
#include "engine/resident_clip.h"
#include "engine/stream.h"

namespace assay::bench {
namespace {

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

// The time of a frame in a running stream. A round is one measurement.
void score_stream(benchmark::State& state, const DeviceCase& run) {
  const Clip* clip = &clip_of(run.format);
  std::optional<ResidentClip> resident;
  if (run.is_resident) {
    Result<ResidentClip> sent = ResidentClip::create(run.device.backend, run.device.index, *clip);
    if (!sent) return state.SkipWithError(sent.error().message.c_str());
    clip = &resident.emplace(*std::move(sent)).pairs();
  }
  const StreamPlan plan{
      .metric = run.request,
      .options = {.backend = run.device.backend, .device = run.device.index, .strict = true},
      .frames = frames_for(run.format)};
  for (auto _ : state) {
    const Result<double> seconds = time_frame(*clip, plan);
    if (!seconds) return state.SkipWithError(seconds.error().message.c_str());
    state.SetIterationTime(*seconds);
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
              ->Iterations(1)  // else streams are repeated until their frame times add up
              ->Unit(benchmark::kMillisecond);
        }
      }
    }
  }
}

}  // namespace assay::bench
