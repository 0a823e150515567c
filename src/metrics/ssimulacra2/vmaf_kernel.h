// SSIMULACRA2's profile vmaf on the CPU: the score of lusoris/vmaf's extractor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "metrics/ssimulacra2/vmaf_frame.h"

namespace assay::ssimulacra2 {

// The work of one tile, by the best instruction set.
void run_vmaf_tile(const TileJob& job, TileScratch& scratch);
// The instruction set that it runs as.
std::int64_t vmaf_target();

// The norms of a frame from its sums.
Norms norms_from(const Plan& plan, const VmafSums& sums);

// What CpuExtractor runs. compute may be called from several threads at once.
class VmafKernel {
 public:
  using Sums = VmafSums;
  VmafKernel(const Plan& plan, Workers& workers);

  const std::vector<std::string>& outputs() const { return plan_.outputs; }
  std::vector<std::string> warnings() const { return plan_.warnings; }

  void compute(const FramePair& pair, Sums& sums);
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const;
  void flush(ScoreSink&) {}

 private:
  void compute_scale(int scale, const FramePair& pair, VmafFrame& frame, ScaleSums& sums);

  Plan plan_;
  Workers* workers_;
  VmafConstants constants_;
  Pool<VmafFrame> frames_;
  Pool<TileScratch> scratches_;
};

}  // namespace assay::ssimulacra2
