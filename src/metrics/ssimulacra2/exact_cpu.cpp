#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "hwy/aligned_allocator.h"
#include "metrics/cpu_extractor.h"
#include "metrics/ssimulacra2/chroma_phase.h"
#include "metrics/ssimulacra2/exact_tile.h"
#include "metrics/ssimulacra2/plan.h"

namespace assay::ssimulacra2 {
namespace {

// Linear light of both pictures at one scale.
class LinearStore {
 public:
  void resize(Size size) {
    constexpr int kLine = 16;  // floats in a cache line
    planes_.pitch = (size.width + LinearPlanes::kPlanePadding + kLine - 1) / kLine * kLine;
    const std::size_t count = static_cast<std::size_t>(planes_.pitch) * size.height;
    samples_ = hwy::AllocateAligned<float>(6 * count);
    if (samples_ == nullptr) throw std::bad_alloc();
    std::fill_n(samples_.get(), 6 * count, 0.0f);
    float* next = samples_.get();
    for (auto& picture : planes_.plane) {
      for (float*& plane : picture) {
        plane = next;
        next += count;
      }
    }
  }
  const LinearPlanes& planes() const { return planes_; }
  bool empty() const { return samples_ == nullptr; }

 private:
  hwy::AlignedFreeUniquePtr<float[]> samples_;
  LinearPlanes planes_;
};

struct Tile {
  int x0, x1, y0, y1;
};

// Cuts a scale into tiles, at least about `wanted` of them where the size allows.
std::vector<Tile> cut_tiles(Size size, int wanted) {
  const auto round_up = [](int n, int step) { return (n + step - 1) / step * step; };
  constexpr int kFewestRows = 64;  // a tile computes 8 more rows than it scores
  const int across = (size.width + kTileWidth - 1) / kTileWidth;
  const int tile_width = round_up((size.width + across - 1) / across, kTileStep);
  const int down = std::max(1, (wanted + across - 1) / across);
  const int tile_height =
      std::max(kFewestRows, round_up((size.height + down - 1) / down, kTileRowStep));
  std::vector<Tile> tiles;
  for (int y = 0; y < size.height; y += tile_height) {
    for (int x = 0; x < size.width; x += tile_width) {
      tiles.push_back(
          {x, std::min(x + tile_width, size.width), y, std::min(y + tile_height, size.height)});
    }
  }
  return tiles;
}

class ExactKernel {
 public:
  struct Sums {
    std::array<LinearStore, kScales> light;  // of the scales after the first
    ExactScores::Sums maps;
  };

  ExactKernel(const Plan& plan, const ExtractorContext& context)
      : scores_(plan), plan_(scores_.plan()), workers_(*context.workers) {
    // Two tiles a thread even out; a lone thread takes the fewest tiles.
    const int wanted = workers_.threads() > 1 ? 2 * workers_.threads() : 1;
    for (int s = 0; s < plan.scales; ++s) tiles_[s] = cut_tiles(plan.size[s], wanted);
  }

  const std::vector<std::string>& outputs() const { return scores_.outputs(); }
  std::vector<std::string> warnings() const { return scores_.warnings(); }

  void compute(const FramePair& pair, Sums& sums) const {
    for (int s = 0; s < plan_.scales; ++s) {
      if (s > 0 && sums.light[s].empty()) sums.light[s].resize(plan_.size[s]);
    }
    for (int s = 0; s < plan_.scales; ++s) compute_scale(pair, s, sums);
  }

  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
    scores_.score(sums.maps, frame, sink);
  }
  void flush(ScoreSink&) const {}

 private:
  void compute_scale(const FramePair& pair, int s, Sums& sums) const {
    TileJob job;
    job.plan = &plan_;
    job.scale = s;
    job.pair = &pair;
    job.source = s > 0 ? &sums.light[s].planes() : nullptr;
    job.half = s + 1 < plan_.scales ? &sums.light[s + 1].planes() : nullptr;
    job.chroma_x = &plan_.chroma_x;
    job.chroma_y = &plan_.chroma_y;
    sums.maps[s] = {};
    std::mutex mutex;
    workers_.for_each(static_cast<int>(tiles_[s].size()), [&](int i) {
      TileJob tile_job = job;
      const Tile& tile = tiles_[s][i];
      tile_job.x0 = tile.x0;
      tile_job.x1 = tile.x1;
      tile_job.y0 = tile.y0;
      tile_job.y1 = tile.y1;
      MapSums tile_sums{};
      score_tile(tile_job, tile_sums);
      const std::scoped_lock lock(mutex);
      for (int c = 0; c < kChannels; ++c) {
        for (int m = 0; m < kMaps; ++m) {
          for (int n = 0; n < kNorms; ++n) sums.maps[s][c][m][n].add(tile_sums[c][m][n]);
        }
      }
    });
  }

  ExactScores scores_;
  const Plan& plan_;
  Workers& workers_;
  std::array<std::vector<Tile>, kScales> tiles_;
};

}  // namespace

std::unique_ptr<Extractor> make_exact_on_cpu(const Plan& plan, const ExtractorContext& context) {
  return std::make_unique<CpuExtractor<ExactKernel>>(std::make_unique<ExactKernel>(plan, context),
                                                     context);
}

}  // namespace assay::ssimulacra2
