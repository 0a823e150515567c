// SSIMULACRA2's profile vmaf on the CPU: the score of lusoris/vmaf's extractor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpu/workers.h"
#include "metrics/ssimulacra2/vmaf_frame.h"
#include "metrics/ssimulacra2/vmaf_pool.h"
#include "metrics/ssimulacra2/vmaf_scores.h"
#include "metrics/ssimulacra2/vmaf_walk.h"

namespace assay::ssimulacra2::vmaf {

// The work of one tile, by the best instruction set.
void run_tile(const TileJob& job, StripMemory& memory);
// The instruction set that it runs as.
std::int64_t target();

// What CpuExtractor runs. compute may be called from several threads at once.
class Kernel {
 public:
  using Sums = vmaf::Sums;
  Kernel(const Plan& plan, Workers& workers);

  const std::vector<std::string>& outputs() const { return scores_.outputs(); }
  std::vector<std::string> warnings() const { return scores_.warnings(); }

  void compute(const FramePair& pair, Sums& sums);
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
    scores_.score(sums, frame, sink);
  }
  void flush(ScoreSink&) {}

 private:
  const Plan& plan() const { return scores_.plan(); }
  // Works on strips until none is left.
  void work(const FramePair& pair, StripWalk& walk, FrameMemory& frame);
  TileJob job_of(const FramePair& pair, const Strip& strip, FrameMemory& frame) const;

  Scores scores_;
  Workers* workers_;
  Constants constants_;
  Pool<FrameMemory> frames_;
  Pool<StripMemory> memories_;
};

}  // namespace assay::ssimulacra2::vmaf
