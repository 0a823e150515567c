#include "engine/stream.h"

#include <cassert>
#include <chrono>
#include <utility>

namespace assay {

Result<StreamRun> run_stream(const Clip& clip, const StreamPlan& plan) {
  using Clock = std::chrono::steady_clock;
  assert(!clip.empty());
  Result<Scorer> scorer =
      Scorer::create({&plan.metric, 1}, clip[0].ref.format, clip[0].dist.format, plan.options);
  if (!scorer) return scorer.error();
  const Clock::time_point start = Clock::now();
  for (int n = 0; n < plan.frames && !(plan.stop && plan.stop()); ++n) {
    const ClipPair& pair = clip[static_cast<std::size_t>(n) % clip.size()];
    if (Status status = scorer->submit(pair.ref, pair.dist); !status) return status.error();
  }
  if (Status status = scorer->finish(); !status) return status.error();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return StreamRun{scorer->scores(), seconds};
}

Result<double> time_frame(const Clip& clip, const StreamPlan& plan) {
  constexpr int kFew = 2;
  assert(plan.frames > kFew);
  StreamPlan few = plan;
  few.frames = kFew;
  const Result<StreamRun> start = run_stream(clip, few);
  if (!start) return start.error();
  const Result<StreamRun> whole = run_stream(clip, plan);
  if (!whole) return whole.error();
  return (whole->seconds - start->seconds) / (plan.frames - kFew);
}

}  // namespace assay
