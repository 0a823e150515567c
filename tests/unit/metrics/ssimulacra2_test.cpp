#include "metrics/ssimulacra2/ssimulacra2.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "metrics/ssimulacra2/chroma_phase.h"
#include "metrics/ssimulacra2/plan.h"

namespace assay::ssimulacra2 {
namespace {

VideoFormat tagged(int width, int height) {
  VideoFormat format{.width = width, .height = height};
  format.colour = {Matrix::bt709, Range::limited, Transfer::bt709, Primaries::bt709, Siting::left};
  return format;
}

Result<Plan> plan_of(const Ssimulacra2Options& options, const VideoFormat& format) {
  return make_plan(options, format);
}

TEST(Ssimulacra2Plan, HalvesWhileBothSidesHaveEightPixels) {
  const auto large = plan_of({}, tagged(1920, 1080));
  ASSERT_TRUE(large.ok());
  EXPECT_EQ(large->scales, 6);
  EXPECT_EQ(large->size[5].width, 60);
  EXPECT_EQ(large->size[5].height, 34);
  EXPECT_EQ(plan_of({}, tagged(225, 225))->scales, 6);
  EXPECT_EQ(plan_of({}, tagged(224, 224))->scales, 5);
  EXPECT_EQ(plan_of({}, tagged(4000, 8))->scales, 1);
  EXPECT_EQ(plan_of({}, tagged(8, 9))->scales, 1);
}

TEST(Ssimulacra2Plan, RefusesSmallFramesAndNamesTheSmallest) {
  for (const char* profile : {"exact", "vmaf"}) {
    for (const auto& [w, h] : {std::pair{7, 100}, {100, 7}, {1, 1}}) {
      const auto plan = plan_of({.profile = profile}, tagged(w, h));
      ASSERT_FALSE(plan.ok());
      EXPECT_EQ(plan.error().code, ErrorCode::unsupported);
      EXPECT_NE(plan.error().message.find("8x8"), std::string::npos) << plan.error().message;
    }
  }
}

TEST(Ssimulacra2Plan, NeedsOnlyMapsWithWeights) {
  const auto plan = plan_of({}, tagged(640, 480));
  EXPECT_EQ(plan->maps[0][0], unsigned{kArtifact});
  EXPECT_EQ(plan->maps[0][1], unsigned{kSsim | kDetail});
  EXPECT_EQ(plan->maps[0][2], unsigned{kArtifact});
  EXPECT_EQ(plan->maps[5][1], 0u);
  const auto all = plan_of({.enable_norms = true}, tagged(640, 480));
  for (const auto& scale : all->maps) {
    for (const unsigned maps : scale) EXPECT_EQ(maps, unsigned{kSsim | kArtifact | kDetail});
  }
  EXPECT_EQ(all->outputs.size(), 109u);
}

TEST(Ssimulacra2Plan, SaysWhatItAssumes) {
  VideoFormat format = tagged(64, 64);
  EXPECT_TRUE(plan_of({}, format)->warnings.empty());
  format.colour.matrix = Matrix::unspecified;
  ASSERT_EQ(plan_of({}, format)->warnings.size(), 1u);
  EXPECT_NE(plan_of({}, format)->warnings[0].find("matrix bt709 assumed"), std::string::npos);
  format.colour.range = Range::unspecified;
  EXPECT_NE(plan_of({}, format)->warnings[0].find("matrix bt709 and range limited"),
            std::string::npos);
  EXPECT_TRUE(plan_of({.yuv_matrix = 1}, format)->warnings.empty());
}

TEST(Ssimulacra2Plan, NeverTakesHdrForSdrSilently) {
  for (const Transfer transfer : {Transfer::pq, Transfer::hlg}) {
    for (const char* profile : {"exact", "vmaf"}) {
      VideoFormat format = tagged(64, 64);
      format.colour.transfer = transfer;
      const auto plan = plan_of({.profile = profile}, format);
      ASSERT_EQ(plan->warnings.size(), 1u);
      EXPECT_NE(plan->warnings[0].find(name_of(transfer)), std::string::npos);
    }
  }
}

TEST(Ssimulacra2Plan, RefusesWhatAProfileCannotTake) {
  VideoFormat format = tagged(64, 64);
  format.colour.matrix = Matrix::other;
  EXPECT_EQ(plan_of({}, format).error().code, ErrorCode::unsupported);
  EXPECT_TRUE(plan_of({.yuv_matrix = 0}, format).ok());
  EXPECT_EQ(plan_of({.profile = "vmaf", .yuv_matrix = 4}, format).error().code, ErrorCode::usage);
  for (const PixelFormat pixels :
       {PixelFormat::gray, PixelFormat::yuv411, PixelFormat::yuv440, PixelFormat::rgb}) {
    format = tagged(64, 64);
    format.pixels = pixels;
    EXPECT_EQ(plan_of({.profile = "vmaf"}, format).error().code, ErrorCode::unsupported);
    EXPECT_TRUE(plan_of({}, format).ok());
  }
}

TEST(Ssimulacra2Score, IsHundredForNoErrorAndFallsWithIt) {
  Norms norms;
  EXPECT_EQ(score_from(norms), 100);
  norms.value[1][0][1][0] = 0.01;
  const double slight = score_from(norms);
  EXPECT_LT(slight, 100);
  norms.value[1][0][1][0] = 0.5;
  EXPECT_LT(score_from(norms), slight);
}

TEST(ChromaPhases, AreTheSitingsWeights) {
  const auto expect = [](const PhaseTaps& t, float before, float at, float after) {
    EXPECT_EQ(t.before, before);
    EXPECT_EQ(t.at, at);
    EXPECT_EQ(t.after, after);
  };
  const ChromaPhases left = bilinear_phases(1, true);
  expect(left.taps[0], 0, 1, 0);
  expect(left.taps[1], 0, 0.5f, 0.5f);
  const ChromaPhases centre = bilinear_phases(1, false);
  expect(centre.taps[0], 0.25f, 0.75f, 0);
  expect(centre.taps[1], 0, 0.75f, 0.25f);
  const ChromaPhases quarter = bilinear_phases(2, false);
  expect(quarter.taps[0], 0.375f, 0.625f, 0);
  expect(quarter.taps[3], 0, 0.625f, 0.375f);
  expect(bilinear_phases(0, false).taps[0], 0, 1, 0);
  for (const PhaseTaps& t : nearest_phases(2).taps) expect(t, 0, 1, 0);
}

}  // namespace
}  // namespace assay::ssimulacra2
