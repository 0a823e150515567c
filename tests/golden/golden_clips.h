// Compares metrics with another program's scores of the synthetic and real clips.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "assay/scorer.h"
#include "golden/golden_data.h"
#include "golden/places.h"
#include "golden/synthetic_clip.h"

namespace assay::golden {

// How far a score may be from the other program's.
using GoldenBound = std::function<double(const std::string& feature, double truth)>;
// What is asked for of a clip.
using GoldenRequests = std::function<std::vector<MetricRequest>(const nlohmann::json& clip)>;

inline GoldenBound relative_bound(double bound) {
  return
      [bound](const std::string&, double truth) { return bound * std::max(1.0, std::fabs(truth)); };
}
inline GoldenRequests request_for(const std::string& metric, const OptionMap& options = {}) {
  return [=](const nlohmann::json&) { return std::vector<MetricRequest>{{metric, options}}; };
}

// Every feature of every frame.
inline void expect_frames(const ScoreTable& scores, const nlohmann::json& clip,
                          const GoldenBound& bound) {
  ASSERT_EQ(clip["frames"].size(), scores.features().size());
  for (std::size_t feature = 0; feature < scores.features().size(); ++feature) {
    const std::string& name = scores.features()[feature];
    const nlohmann::json& values = clip["frames"].at(name);
    ASSERT_EQ(scores.frame_count(), static_cast<std::int64_t>(values.size()));
    for (std::size_t frame = 0; frame < values.size(); ++frame) {
      const auto score = scores.at(feature, static_cast<std::int64_t>(frame));
      ASSERT_TRUE(score);
      const double truth = values[frame].get<double>();
      EXPECT_NEAR(*score, truth, bound(name, truth))
          << clip["name"] << ' ' << name << " of frame " << frame;
    }
  }
}

inline void expect_synthetic_clips(const GoldenRequests& requests, const std::string& file,
                                   std::size_t clips, const GoldenBound& bound) {
  const nlohmann::json golden = load_golden(file);
  ASSERT_EQ(golden["clips"].size(), clips);
  for (const nlohmann::json& clip : golden["clips"]) {
    const SyntheticSpec spec = synthetic_spec(clip["name"].get<std::string>());
    for (const ScorerOptions& place : golden_places()) {
      SCOPED_TRACE(name_of_place(place));
      Result<Scorer> scorer = Scorer::create(requests(clip), spec.format, spec.format, place);
      ASSERT_TRUE(scorer) << scorer.error().message;
      for (int t = 0; t < spec.frames; ++t) {
        SyntheticPair pair = synthetic_pair(spec.format, t);
        ASSERT_TRUE(scorer->submit(std::move(pair.ref), std::move(pair.dist)));
      }
      ASSERT_TRUE(scorer->finish());
      expect_frames(scorer->scores(), clip, bound);
    }
  }
}

// Skips the test where there are no real clips.
inline void expect_real_clips(const GoldenRequests& requests, const std::string& file,
                              std::size_t clips, const GoldenBound& bound) {
  if (!has_real_clips()) GTEST_SKIP() << "no real clips here";
  const nlohmann::json golden = load_golden(file);
  ASSERT_EQ(golden["clips"].size(), clips);
  for (const nlohmann::json& clip : golden["clips"]) {
    for (const ScorerOptions& place : golden_places()) {
      SCOPED_TRACE(name_of_place(place));
      const Result<Scorer> scorer =
          score_clip(clip["name"].get<std::string>(), requests(clip), place);
      ASSERT_TRUE(scorer) << scorer.error().message;
      expect_frames(scorer->scores(), clip, bound);
    }
  }
}

}  // namespace assay::golden
