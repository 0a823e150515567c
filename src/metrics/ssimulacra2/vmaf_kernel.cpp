#include "metrics/ssimulacra2/vmaf_kernel.h"

#include <algorithm>
#include <cassert>

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

Kernel::Kernel(const Plan& plan, Workers& workers)
    : scores_(plan),
      workers_(&workers),
      constants_(make_constants(plan.format.depth, plan.vmaf_matrix)) {
  assert(plan.vmaf_profile);
}

void Kernel::compute(const FramePair& pair, Sums& sums) {
  std::unique_ptr<FrameMemory> frame = frames_.take();
  if (!frame) frame = std::make_unique<FrameMemory>(plan());
  StripWalk walk(plan());
  const int strips = TileShape::strips(plan().size[0]);
  workers_->for_each(std::min(workers_->threads(), strips), [&](int) { work(pair, walk, *frame); });
  sums = {};
  for (int s = 0; s < plan().scales; ++s) {
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
  TileJob job{
      .plan = &plan(), .constants = &constants_, .scale = strip.scale, .strip = strip.index};
  if (strip.scale == 0) {
    job.frame[kRef] = &pair.ref;
    job.frame[kDist] = &pair.dist;
  }
  for (int picture = 0; picture < kPictures; ++picture) {
    job.linear[picture] = frame.linear[strip.scale][picture];
    if (strip.scale + 1 < plan().scales) job.next[picture] = frame.linear[strip.scale + 1][picture];
  }
  return job;
}

}  // namespace vmaf

std::unique_ptr<Extractor> make_vmaf_on_cpu(const Plan& plan, const ExtractorContext& context) {
  return std::make_unique<CpuExtractor<vmaf::Kernel>>(
      std::make_unique<vmaf::Kernel>(plan, *context.workers), context);
}

}  // namespace assay::ssimulacra2
