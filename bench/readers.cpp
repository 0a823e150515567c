// Reading files, alone and with the cheapest metric behind.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>

#include "assay/reader.h"
#include "assay/scorer.h"
#include "bench/clips.h"
#include "bench/suites.h"

namespace assay::bench {
namespace {

using Clock = std::chrono::steady_clock;
using ReaderPointer = std::unique_ptr<Reader>;

// Touches every 64 bytes of a frame, so that lazily read memory is there.
std::uint64_t touch(const Frame& frame) {
  std::uint64_t sum = 0;
  for (int p = 0; p < plane_count(frame.format.pixels); ++p) {
    const PlaneView& plane = frame.planes[p];
    const int bytes = plane.width * bytes_per_sample(frame.format);
    for (int y = 0; y < plane.height; ++y) {
      for (int x = 0; x < bytes; x += 64) sum += plane.row<std::uint8_t>(y)[x];
    }
  }
  return sum;
}

void read_y4m(benchmark::State& state, const VideoFormat& format) {
  const ClipFiles& files = files_of(format);
  for (auto _ : state) {
    const Clock::time_point start = Clock::now();
    Result<ReaderPointer> reader = open_reader(files.ref, {});
    if (!reader) return state.SkipWithError(reader.error().message.c_str());
    int frames = 0;
    for (;;) {
      Result<std::optional<Frame>> frame = (*reader)->next();
      if (!frame) return state.SkipWithError(frame.error().message.c_str());
      if (!*frame) break;
      benchmark::DoNotOptimize(touch(**frame));
      ++frames;
    }
    const std::chrono::duration<double> taken = Clock::now() - start;
    state.SetIterationTime(taken.count() / frames);
  }
  state.SetBytesProcessed(state.iterations() * picture_bytes(format));
}

void score_y4m(benchmark::State& state, const VideoFormat& format) {
  const ClipFiles& files = files_of(format);
  const MetricRequest request{"psnr", {}};
  for (auto _ : state) {
    Result<ReaderPointer> ref = open_reader(files.ref, {});
    if (!ref) return state.SkipWithError(ref.error().message.c_str());
    Result<ReaderPointer> dist = open_reader(files.dist, {});
    if (!dist) return state.SkipWithError(dist.error().message.c_str());
    Result<Scorer> scorer = Scorer::create({&request, 1}, (*ref)->format(), (*dist)->format(), {});
    if (!scorer) return state.SkipWithError(scorer.error().message.c_str());
    const Clock::time_point start = Clock::now();
    for (;;) {
      Result<std::optional<Frame>> r = (*ref)->next();
      if (!r) return state.SkipWithError(r.error().message.c_str());
      Result<std::optional<Frame>> d = (*dist)->next();
      if (!d) return state.SkipWithError(d.error().message.c_str());
      if (!*r || !*d) break;
      Status status = scorer->submit(**std::move(r), **std::move(d));
      if (!status) return state.SkipWithError(status.error().message.c_str());
    }
    Status status = scorer->finish();
    if (!status) return state.SkipWithError(status.error().message.c_str());
    const std::chrono::duration<double> taken = Clock::now() - start;
    state.SetIterationTime(taken.count() / static_cast<double>(scorer->scores().frame_count()));
  }
  state.SetBytesProcessed(state.iterations() * 2 * picture_bytes(format));
}

}  // namespace

void register_readers() {
  for (const int depth : {8, 10}) {
    const VideoFormat format{.width = 1920, .height = 1080, .depth = depth};
    benchmark::RegisterBenchmark(fmt::format("read_y4m/{}", label_of(format)).c_str(), read_y4m,
                                 format)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(fmt::format("read_y4m_pair+psnr/{}", label_of(format)).c_str(),
                                 score_y4m, format)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace assay::bench
