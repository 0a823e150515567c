#include "metrics/speed/speed.h"

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/option_table.h"
#include "metrics/cpu_extractor.h"
#include "metrics/device_extractor.h"
#include "metrics/speed/device.h"
#include "metrics/speed/filter.h"
#include "metrics/speed/options.h"
#include "metrics/speed/plan.h"
#include "metrics/speed/scores.h"

namespace assay {
namespace speed {
namespace {

// One side of one plane on the CPU.
struct CpuSide : Side {
  FilterScratch filter;
  std::vector<float> small;
};

void measure(const Plan& plan, const Source& source, CpuSide& side) {
  side.small.resize(plan.samples());
  filter(plan, source, side.filter, side.small.data());
  find_statistics(plan, side.small.data(), side);
}

class ChromaKernel : public Scores {
 public:
  struct Sums {
    FrameScores scores;
    std::array<std::array<CpuSide, 2>, 2> sides;  // of each plane: ref, dist
    ComparisonScratch comparison;
  };

  ChromaKernel(Plan plan, Workers& workers) : Scores(std::move(plan)), workers_(workers) {}

  void compute(const FramePair& pair, Sums& sums) const {
    workers_.for_each(4, [&](int i) {
      const Frame& frame = i % 2 == 0 ? pair.ref : pair.dist;
      const int p = plan().first_plane() + i / 2;
      measure(plan(), {.now = frame.planes[p], .earlier = {}}, sums.sides[i / 2][i % 2]);
    });
    for (std::size_t i = 0; i < 2; ++i) {
      const auto& [ref, dist] = sums.sides[i];
      sums.scores[i] = compare(ref.statistics, dist.statistics, plan().blocks(), plan().options,
                               sums.comparison);
    }
  }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
    Scores::score(sums.scores, frame, sink);
  }

 private:
  Workers& workers_;
};

class ChangesKernel : public Scores {
 public:
  struct Sums {
    FrameScores scores;
    std::array<CpuSide, 2> sides;  // ref, dist
    ComparisonScratch comparison;
  };

  ChangesKernel(Plan plan, Workers& workers) : Scores(std::move(plan)), workers_(workers) {}

  int reach() const { return 1; }

  void compute(const FramePair& pair, std::span<const FramePair> earlier, Sums& sums) const {
    sums.scores = {};
    if (earlier.empty()) return;
    const PlaneView& ref = pair.ref.planes[0];
    const Source sources[2] = {
        {.now = ref, .earlier = earlier[0].ref.planes[0]},
        {.now = plan().options.use_ref_diff ? ref : pair.dist.planes[0],
         .earlier = earlier[0].dist.planes[0]},
    };
    workers_.for_each(2, [&](int i) { measure(plan(), sources[i], sums.sides[i]); });
    sums.scores[0] = compare(sums.sides[0].statistics, sums.sides[1].statistics, plan().blocks(),
                             plan().options, sums.comparison);
  }
  void score(const Sums& sums, std::int64_t frame, ScoreSink& sink) const {
    Scores::score(sums.scores, frame, sink);
  }

 private:
  Workers& workers_;
};

class DeviceChromaKernel : public Scores {
 public:
  using Sums = FrameScores;
  using Chain = ChromaChain;
  using Scores::Scores;
};

class DeviceChangesKernel : public Scores {
 public:
  using Sums = FrameScores;
  using Chain = ChangesChain;
  using Scores::Scores;

  int reach() const { return 1; }
  void score(const FrameScores& scores, std::int64_t frame, ScoreSink& sink) const {
    Scores::score(frame == 0 ? FrameScores() : scores, frame, sink);
  }
};

template <class Kernel, class DeviceKernel, Content kContent>
class Speed final : public Metric {
 public:
  std::string_view name() const override {
    return kContent == Content::chroma ? "speed_chroma" : "speed_temporal";
  }
  std::string_view summary() const override {
    return kContent == Content::chroma ? "difference of local entropies of chroma; 0 is identical"
                                       : "difference of local entropies of luma's changes from "
                                         "frame to frame; 0 is identical";
  }
  std::vector<OptionInfo> options() const override {
    return describe_options<SpeedOptions>(options_of(kContent));
  }
  std::vector<std::string> default_outputs() const override {
    if (kContent == Content::chroma) {
      return {"speed_chroma_u", "speed_chroma_v", "speed_chroma_uv"};
    }
    return {"speed_temporal"};
  }
  Result<std::unique_ptr<Extractor>> create(const OptionMap& given,
                                            const ExtractorContext& context) const override {
    Result<Plan> plan = plan_of(given, context.format);
    if (!plan) return plan.error();
    return std::unique_ptr<Extractor>(std::make_unique<CpuExtractor<Kernel>>(
        std::make_unique<Kernel>(*std::move(plan), *context.workers), context));
  }
  Status can_run(const DeviceInfo&, const VideoFormat& format,
                 const OptionMap& given) const override {
    Result<Plan> plan = plan_of(given, format);
    return plan ? Status() : Status(plan.error());
  }
  Result<std::unique_ptr<Extractor>> create_on_device(
      const OptionMap& given, const ExtractorContext& context) const override {
    Result<Plan> plan = plan_of(given, context.format);
    if (!plan) return plan.error();
    typename DeviceKernel::Chain chain(*plan, *context.workers);
    return std::unique_ptr<Extractor>(
        std::make_unique<DeviceExtractor<DeviceKernel, typename DeviceKernel::Chain>>(
            std::make_unique<DeviceKernel>(*std::move(plan)), std::move(chain)));
  }

 private:
  Result<Plan> plan_of(const OptionMap& given, const VideoFormat& format) const {
    SpeedOptions options;
    std::vector<BoundOption> bound = bind_options<SpeedOptions>(options_of(kContent), options);
    if (Status status = set_options(name(), bound, given); !status) return status.error();
    return make_plan(kContent, options, format, option_suffix(bound));
  }
};

}  // namespace
}  // namespace speed

const Metric& speed_chroma_metric() {
  static const speed::Speed<speed::ChromaKernel, speed::DeviceChromaKernel, speed::Content::chroma>
      metric;
  return metric;
}

const Metric& speed_temporal_metric() {
  static const speed::Speed<speed::ChangesKernel, speed::DeviceChangesKernel,
                            speed::Content::luma_changes>
      metric;
  return metric;
}

}  // namespace assay
