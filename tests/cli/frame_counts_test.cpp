// Videos of unequal length.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "pair_test.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

class FrameCounts : public PairTest {
 protected:
  void SetUp() override {
    PairTest::SetUp();
    Clip clip = dist_clip();
    clip.frames = 9;
    put("long.y4m", y4m_bytes(clip));
  }
};

TEST_F(FrameCounts, ScoresTheOverlapAndSaysSo) {
  for (const bool swapped : {false, true}) {
    const std::string ref = swapped ? "long.y4m" : "ref.y4m",
                      dist = swapped ? "ref.y4m" : "long.y4m";
    const Outcome outcome = psnr({"-o", path("r.json")}, ref, dist);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.err.find("warning: the frame counts differ"), std::string::npos);
    EXPECT_NE(outcome.err.find(path("ref.y4m") + " has 4"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(path("long.y4m") + " has 9"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("the first 4 pairs are scored"), std::string::npos);
    const Json json = Json::parse(get("r.json"));
    EXPECT_EQ(json["frames"].size(), 4U);
    EXPECT_EQ(json["assay"]["frames_compared"], 4);
    EXPECT_EQ(json["assay"]["ref"]["frames"], swapped ? 9 : 4);
    EXPECT_EQ(json["assay"]["dist"]["frames"], swapped ? 4 : 9);
    EXPECT_EQ(json["assay"]["warnings"].size(), 1U);
    EXPECT_EQ(psnr({"-q"}, ref, dist).err, "");
  }
}

TEST_F(FrameCounts, FailsUnderStrict) {
  const Outcome outcome = psnr({"--strict", "-o", path("r.json")}, "ref.y4m", "long.y4m");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("the frame counts differ"), std::string::npos);
  EXPECT_EQ(outcome.out, "");
  EXPECT_FALSE(exists("r.json"));
  EXPECT_EQ(psnr({"--strict"}).code, 0);
}

TEST_F(FrameCounts, AreCountedInPipes) {
  const Outcome outcome = shell("$assay ref.y4m <(cat long.y4m) --metrics psnr --json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out)["assay"]["dist"]["frames"], 9);
  EXPECT_EQ(shell("$assay <(cat long.y4m) - --strict --metrics psnr < ref.y4m").code, 3);
}

TEST_F(FrameCounts, OnlyMatterInTheRangeAskedFor) {
  EXPECT_EQ(psnr({"--strict", "--frame_cnt", "4"}, "ref.y4m", "long.y4m").code, 0);
  EXPECT_EQ(psnr({"--strict", "--frame_cnt", "3"}, "ref.y4m", "long.y4m").err, "");
  EXPECT_EQ(psnr({"--strict", "--frame_cnt", "5"}, "ref.y4m", "long.y4m").code, 3);
  EXPECT_EQ(psnr({"--strict", "--frame_skip_dist", "5"}, "ref.y4m", "long.y4m").code, 0);
  const Outcome outcome = psnr({"--frame_skip_dist", "4"}, "ref.y4m", "long.y4m");
  EXPECT_NE(outcome.err.find("has 5 left of 9; the first 4 pairs are scored"), std::string::npos)
      << outcome.err;
}

TEST_F(FrameCounts, DifferWhereOneSideIsSkipped) {
  const Outcome loose = psnr({"--frame_skip_ref", "3"});
  EXPECT_EQ(loose.code, 0);
  EXPECT_EQ(loose.err, "assay: warning: the frame counts differ: " + path("ref.y4m") +
                           " has 1 left of 4 and " + path("dist.y4m") +
                           " has 4; the first pair is scored\n");
  const Outcome strict = psnr({"--strict", "--frame_skip_ref", "3"});
  EXPECT_EQ(strict.code, 3);
  EXPECT_NE(strict.err.find("has 4 (--frame_cnt 1 scores what both have)"), std::string::npos)
      << strict.err;
  EXPECT_EQ(psnr({"--strict", "--frame_skip_ref", "3", "--frame_cnt", "1"}).code, 0);
}

TEST_F(FrameCounts, MayFallShortOfTheRange) {
  const Outcome outcome = psnr({"--strict", "--frame_cnt", "100"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace assay::cli
