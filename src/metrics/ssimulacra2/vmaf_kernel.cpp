#include "metrics/ssimulacra2/vmaf_kernel.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "metrics/cpu_extractor.h"

namespace assay::ssimulacra2 {
namespace vmaf {
namespace {

void add(const ScaleSums& from, ScaleSums& to) {
  for (int c = 0; c < kChannels; ++c) {
    for (int n = 0; n < kNorms; ++n) {
      for (int m = 0; m < kMaps; ++m) to[c][n][m].add(from[c][n][m]);
    }
  }
}

}  // namespace

Norms norms_from(const Plan& plan, const Sums& sums) {
  Norms norms;
  for (int s = 0; s < plan.scales; ++s) {
    const double pixels = static_cast<double>(plan.size[s].width) * plan.size[s].height;
    const double weight = 1.0 / pixels;
    for (int c = 0; c < kChannels; ++c) {
      for (int m = 0; m < kMaps; ++m) {
        const auto& sum = sums.scale[s][c];
        norms.value[c][s][0][m] = weight * sum[0][m].value();
        norms.value[c][s][1][m] = std::sqrt(std::sqrt(weight * sum[1][m].value()));
      }
    }
  }
  return norms;
}

Kernel::Kernel(const Plan& plan, Workers& workers)
    : plan_(plan),
      workers_(&workers),
      constants_(make_constants(plan.format.depth, plan.vmaf_matrix)) {
  assert(plan.vmaf_profile);
}

void Kernel::compute(const FramePair& pair, Sums& sums) {
  std::unique_ptr<FrameMemory> frame = frames_.take();
  if (!frame) frame = std::make_unique<FrameMemory>(plan_);
  StripWalk walk(plan_);
  const int strips = TileShape::strips(plan_.size[0]);
  workers_->for_each(std::min(workers_->threads(), strips), [&](int) { work(pair, walk, *frame); });
  sums = {};
  for (int s = 0; s < plan_.scales; ++s) {
    for (const BandState& band : frame->bands[s]) add(band.sums, sums.scale[s]);
  }
  frames_.give_back(std::move(frame));
}

void Kernel::work(const FramePair& pair, StripWalk& walk, FrameMemory& frame) {
  std::unique_ptr<StripMemory> memory = memories_.take();
  if (!memory) memory = std::make_unique<StripMemory>();
  for (Strip strip; walk.take(strip);) {
    TileJob job = job_of(pair, strip, frame);
    for (job.band = 0; job.band < walk.bands(strip); ++job.band) {
      job.left = &frame.bands[strip.scale][job.band];
      walk.wait_for(strip, job.band);
      run_tile(job, *memory);
      walk.finish(strip, job.band);
    }
  }
  memories_.give_back(std::move(memory));
}

TileJob Kernel::job_of(const FramePair& pair, const Strip& strip, FrameMemory& frame) const {
  TileJob job{.plan = &plan_, .constants = &constants_, .scale = strip.scale, .strip = strip.index};
  if (strip.scale == 0) {
    job.frame[kRef] = &pair.ref;
    job.frame[kDist] = &pair.dist;
  }
  for (int picture = 0; picture < kPictures; ++picture) {
    job.linear[picture] = frame.linear[strip.scale][picture];
    if (strip.scale + 1 < plan_.scales) job.next[picture] = frame.linear[strip.scale + 1][picture];
  }
  return job;
}

void Kernel::score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
  put_scores(plan_, norms_from(plan_, sums), frame, sink);
}

}  // namespace vmaf

std::unique_ptr<Extractor> make_vmaf_on_cpu(const Plan& plan, const ExtractorContext& context) {
  return std::make_unique<CpuExtractor<vmaf::Kernel>>(
      std::make_unique<vmaf::Kernel>(plan, *context.workers), context);
}

}  // namespace assay::ssimulacra2
