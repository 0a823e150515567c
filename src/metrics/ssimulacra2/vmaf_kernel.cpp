#include "metrics/ssimulacra2/vmaf_kernel.h"

#include <cassert>
#include <cmath>

#include "metrics/cpu_extractor.h"

namespace assay::ssimulacra2 {

Norms norms_from(const Plan& plan, const VmafSums& sums) {
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

VmafKernel::VmafKernel(const Plan& plan, Workers& workers)
    : plan_(plan),
      workers_(&workers),
      constants_(make_vmaf_constants(plan.format.depth, plan.vmaf_matrix)),
      frames_([this] { return std::make_unique<VmafFrame>(plan_); }),
      scratches_([] { return std::make_unique<TileScratch>(); }) {
  assert(plan.vmaf_profile);
}

void VmafKernel::compute(const FramePair& pair, Sums& sums) {
  std::unique_ptr<VmafFrame> frame = frames_.take();
  sums = {};
  for (int s = 0; s < plan_.scales; ++s) compute_scale(s, pair, *frame, sums.scale[s]);
  frames_.give_back(std::move(frame));
}

void VmafKernel::compute_scale(int scale, const FramePair& pair, VmafFrame& frame,
                               ScaleSums& sums) {
  TileJob scale_job{.plan = &plan_, .constants = &constants_, .scale = scale};
  if (scale == 0) {
    scale_job.frame[kRef] = &pair.ref;
    scale_job.frame[kDist] = &pair.dist;
  }
  for (int picture = 0; picture < kPictures; ++picture) {
    scale_job.linear[picture] = frame.linear[scale][picture];
    if (scale + 1 < plan_.scales) scale_job.next[picture] = frame.linear[scale + 1][picture];
  }
  const Size size = plan_.size[scale];
  walk_tiles(size, *workers_, scratches_, [&](int band, int strip, TileScratch& scratch) {
    TileJob job = scale_job;
    job.band = band;
    job.strip = strip;
    job.above = &frame.strips[strip];
    job.left = &frame.bands[band];
    run_vmaf_tile(job, scratch);
  });
  for (int band = 0; band < TileShape::bands(size); ++band) {
    for (int c = 0; c < kChannels; ++c) {
      for (int n = 0; n < kNorms; ++n) {
        for (int m = 0; m < kMaps; ++m) sums[c][n][m].add(frame.bands[band].sums[c][n][m]);
      }
    }
  }
}

void VmafKernel::score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
  put_scores(plan_, norms_from(plan_, sums), frame, sink);
}

std::unique_ptr<Extractor> make_vmaf_on_cpu(const Plan& plan, const ExtractorContext& context) {
  return std::make_unique<CpuExtractor<VmafKernel>>(
      std::make_unique<VmafKernel>(plan, *context.workers), context);
}

}  // namespace assay::ssimulacra2
