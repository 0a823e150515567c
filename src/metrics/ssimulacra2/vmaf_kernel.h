// SSIMULACRA2's profile vmaf on the CPU: the score of lusoris/vmaf's extractor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpu/workers.h"
#include "metrics/ssimulacra2/vmaf_frame.h"
#include "metrics/ssimulacra2/vmaf_pool.h"
#include "metrics/ssimulacra2/vmaf_walk.h"

namespace assay::ssimulacra2::vmaf {

// The work of one tile, by the best instruction set.
void run_tile(const TileJob& job, StripMemory& memory);
// The instruction set that it runs as.
std::int64_t target();

// The norms of a frame from its sums.
Norms norms_from(const Plan& plan, const Sums& sums);

// What CpuExtractor runs. compute may be called from several threads at once.
class Kernel {
 public:
  using Sums = vmaf::Sums;
  Kernel(const Plan& plan, Workers& workers);

  const std::vector<std::string>& outputs() const { return plan_.outputs; }
  std::vector<std::string> warnings() const { return plan_.warnings; }

  void compute(const FramePair& pair, Sums& sums);
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const;
  void flush(ScoreSink&) {}

 private:
  // Works on strips until none is left.
  void work(const FramePair& pair, StripWalk& walk, FrameMemory& frame);
  TileJob job_of(const FramePair& pair, const Strip& strip, FrameMemory& frame) const;

  Plan plan_;
  Workers* workers_;
  Constants constants_;
  Pool<FrameMemory> frames_;
  Pool<StripMemory> memories_;
};

}  // namespace assay::ssimulacra2::vmaf
