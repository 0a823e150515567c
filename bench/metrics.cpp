// Every metric on frames in memory.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "assay/scorer.h"
#include "bench/clips.h"
#include "bench/requests.h"
#include "bench/suites.h"

namespace assay::bench {
namespace {

using Clock = std::chrono::steady_clock;

// Scores the whole clip once an iteration and reports the time of one frame. Making the scorer is
// not counted.
void score_clip(benchmark::State& state, const MetricRequest& request, const VideoFormat& format,
                int threads) {
  const Clip& clip = clip_of(format);
  for (auto _ : state) {
    Result<Scorer> scorer = Scorer::create({&request, 1}, format, format, {.threads = threads});
    if (!scorer) {
      state.SkipWithError(scorer.error().message.c_str());
      return;
    }
    const Clock::time_point start = Clock::now();
    Status status;
    for (std::size_t i = 0; status && i < clip.size(); ++i) {
      status = scorer->submit(clip[i].ref, clip[i].dist);
    }
    if (status) status = scorer->finish();
    const std::chrono::duration<double> taken = Clock::now() - start;
    if (!status) {
      state.SkipWithError(status.error().message.c_str());
      return;
    }
    state.SetIterationTime(taken.count() / static_cast<double>(clip.size()));
  }
  state.SetBytesProcessed(state.iterations() * 2 * picture_bytes(format));
}

}  // namespace

void register_metrics() {
  const std::vector<VideoFormat> formats{{.width = 576, .height = 324},
                                         {.width = 1920, .height = 1080},
                                         {.width = 1920, .height = 1080, .depth = 10},
                                         {.width = 3840, .height = 2160}};
  const std::set<int> thread_counts{1, static_cast<int>(std::thread::hardware_concurrency())};
  for (const MetricRequest& request : metric_requests()) {
    for (const VideoFormat& format : formats) {
      for (const int threads : thread_counts) {
        const std::string name =
            fmt::format("{}/{}/threads:{}", label_of(request), label_of(format), threads);
        benchmark::RegisterBenchmark(name.c_str(), score_clip, request, format, threads)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
}

}  // namespace assay::bench
