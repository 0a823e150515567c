#include "assay/scorer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "golden/synthetic_clip.h"

namespace assay {
namespace {

const std::vector<MetricRequest> kAll{{"psnr", {{"enable_mse", "true"}, {"enable_apsnr", "true"}}},
                                      {"float_psnr", {}}};

VideoFormat small(int depth) { return {.width = 321, .height = 33, .depth = depth}; }

ScoreTable score(const VideoFormat& format, const ScorerOptions& options, int frames,
                 const std::vector<MetricRequest>& requests = kAll) {
  Result<Scorer> scorer = Scorer::create(requests, format, format, options);
  EXPECT_TRUE(scorer) << scorer.error().message;
  for (int t = 0; t < frames; ++t) {
    golden::SyntheticPair pair = golden::synthetic_pair(format, t);
    EXPECT_TRUE(scorer->submit(std::move(pair.ref), std::move(pair.dist)));
  }
  EXPECT_TRUE(scorer->finish());
  return scorer->scores();
}

void expect_same(const ScoreTable& a, const ScoreTable& b) {
  ASSERT_EQ(a.features(), b.features());
  ASSERT_EQ(a.frame_count(), b.frame_count());
  for (std::size_t feature = 0; feature < a.features().size(); ++feature) {
    for (std::int64_t frame = 0; frame < a.frame_count(); ++frame) {
      EXPECT_EQ(a.at(feature, frame), b.at(feature, frame)) << a.features()[feature];
    }
  }
  ASSERT_EQ(a.aggregates().size(), b.aggregates().size());
  for (std::size_t i = 0; i < a.aggregates().size(); ++i) {
    EXPECT_EQ(a.aggregates()[i].value, b.aggregates()[i].value);
  }
}

TEST(Scorer, GivesTheSameBitsForAnyThreadsAndFramesInFlight) {
  const ScoreTable one = score(small(10), {.threads = 1, .frames_in_flight = 1}, 6);
  for (const int threads : {0, 1, 2, 7}) {
    for (const int in_flight : {0, 1, 2, 5}) {
      expect_same(one, score(small(10), {.threads = threads, .frames_in_flight = in_flight}, 6));
    }
  }
}

TEST(Scorer, SubsamplingKeepsTheScoresOfTheFramesItTakes) {
  const ScoreTable all = score(small(8), {}, 5);
  const ScoreTable some = score(small(8), {.subsample = 2}, 5);
  EXPECT_EQ(some.frame_count(), 5);
  for (std::size_t feature = 0; feature < all.features().size(); ++feature) {
    for (std::int64_t frame = 0; frame < 5; ++frame) {
      EXPECT_EQ(some.at(feature, frame),
                frame % 2 == 0 ? all.at(feature, frame) : std::optional<double>());
    }
  }
}

TEST(Scorer, ReportsTwoConfigurationsOfOneMetric) {
  const ScoreTable scores =
      score(small(10), {}, 2,
            {{"psnr",
              {{"reduced_hbd_peak", "true"}, {"enable_chroma", "false"}, {"enable_apsnr", "true"}}},
             {"psnr", {}}});
  EXPECT_EQ(scores.features(),
            (std::vector<std::string>{"psnr_y_enable_apsnr_enable_chroma_reduced_hbd_peak",
                                      "psnr_y", "psnr_cb", "psnr_cr"}));
  EXPECT_LT(scores.at(0, 0), scores.at(1, 0));
  ASSERT_EQ(scores.aggregates().size(), 1u);
  EXPECT_EQ(scores.aggregates()[0].name, "apsnr_y_enable_apsnr_enable_chroma_reduced_hbd_peak");
}

TEST(Scorer, WarnsOfContradictingTags) {
  VideoFormat ref = small(8), dist = small(8);
  ref.colour.range = Range::limited;
  dist.colour.range = Range::full;
  const Result<Scorer> scorer = Scorer::create(kAll, ref, dist);
  ASSERT_TRUE(scorer);
  ASSERT_EQ(scorer->warnings().size(), 1u);
  EXPECT_NE(scorer->warnings()[0].find("limited"), std::string::npos);
}

TEST(Scorer, RefusesBadRequests) {
  const auto code = [](const std::vector<MetricRequest>& requests) {
    return Scorer::create(requests, small(8), small(8)).error().code;
  };
  EXPECT_EQ(code({{"nothing", {}}}), ErrorCode::usage);
  EXPECT_EQ(code({{"psnr", {{"enable_mse", "yes"}}}}), ErrorCode::usage);
  EXPECT_EQ(code({{"float_psnr", {{"enable_mse", "true"}}}}), ErrorCode::usage);
  EXPECT_EQ(code({}), ErrorCode::usage);
  EXPECT_EQ(Scorer::create(kAll, small(8), small(10)).error().code, ErrorCode::mismatch);
}

TEST(Scorer, ListsItsMetrics) {
  const std::vector<MetricInfo> metrics = list_metrics();
  const auto psnr = std::ranges::find(metrics, "psnr", &MetricInfo::name);
  ASSERT_NE(psnr, metrics.end());
  EXPECT_EQ(psnr->outputs, (std::vector<std::string>{"psnr_y", "psnr_cb", "psnr_cr"}));
  ASSERT_EQ(psnr->options.size(), 5u);
  EXPECT_EQ(psnr->options[0].default_value, "true");
}

}  // namespace
}  // namespace assay
