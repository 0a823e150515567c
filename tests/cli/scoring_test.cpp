// What is scored, and that it does not depend on how.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "pair_test.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

class Scoring : public PairTest {
 protected:
  // The JSON report of a run.
  Json report(const Words& words) {
    Words all = words;
    all.insert(all.end(), {"--json", "-o", "-"});
    const Outcome outcome = assay(all);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return Json::parse(outcome.out, nullptr, false);
  }
  Json pair_report(Words more) {
    more.insert(more.begin(), {path("ref.y4m"), path("dist.y4m")});
    return report(more);
  }
  static Words features(const Json& json) {
    Words names;
    for (const auto& item : json["pooled_metrics"].items()) names.push_back(item.key());
    return names;
  }
  static std::vector<double> scores(const Json& json, const std::string& feature) {
    std::vector<double> values;
    for (const Json& frame : json["frames"]) values.push_back(frame["metrics"][feature]);
    return values;
  }
};

// PSNR of the first luma plane, from the samples.
double psnr_of(const Clip& a, const Clip& b) {
  const std::string x = raw_bytes(a), y = raw_bytes(b);
  double sum = 0;
  for (int i = 0; i < a.width * a.height; ++i) {
    const double difference = static_cast<unsigned char>(x[i]) - static_cast<unsigned char>(y[i]);
    sum += difference * difference;
  }
  return 10 * std::log10(255.0 * 255.0 / (sum / (a.width * a.height)));
}

TEST_F(Scoring, PrintsATableOfPooledScores) {
  const Outcome outcome = psnr({});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Words lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 4U) << outcome.out;
  EXPECT_TRUE(lines[0].starts_with("feature "));
  EXPECT_TRUE(lines[1].starts_with("psnr_y "));
  EXPECT_TRUE(lines[3].starts_with("psnr_cr "));
  EXPECT_EQ(psnr({}).out, outcome.out);
}

TEST_F(Scoring, ScoresTheSamples) {
  const Json json = pair_report({"--metrics", "psnr", "--precision", "max"});
  EXPECT_EQ(features(json), (Words{"psnr_y", "psnr_cb", "psnr_cr"}));
  ASSERT_EQ(json["frames"].size(), 4U);
  EXPECT_NEAR(scores(json, "psnr_y")[0], psnr_of(ref_clip(), dist_clip()), 1e-9);
  EXPECT_EQ(json["assay"]["ref"]["path"], path("ref.y4m"));
  EXPECT_EQ(json["assay"]["ref"]["frames"], 4);
  EXPECT_EQ(json["assay"]["ref"]["pixel_format"], "yuv420");
  EXPECT_EQ(json["assay"]["frames_compared"], 4);
}

TEST_F(Scoring, TakesNamedAndPositionalVideos) {
  const Json expected = pair_report({"--metrics", "psnr"})["frames"];
  const std::string ref = path("ref.y4m"), dist = path("dist.y4m");
  EXPECT_EQ(report({"-r", ref, "-d", dist, "--metrics", "psnr"})["frames"], expected);
  EXPECT_EQ(report({"--reference=" + ref, "--metrics", "psnr", "--distorted", dist})["frames"],
            expected);
  const Outcome marked = assay({"--metrics", "psnr", "--json", "--", ref, dist});
  EXPECT_EQ(Json::parse(marked.out, nullptr, false)["frames"], expected) << marked.err;
}

TEST_F(Scoring, TakesRawVideos) {
  for (const char* chroma : {"400", "420", "422", "444"}) {
    for (const int depth : {8, 10, 16}) {
      Clip clip{
          .width = 33, .height = 19, .frames = 2, .depth = depth, .chroma = chroma, .error = 0};
      put("ref.yuv", raw_bytes(clip));
      clip.error = 5 << (depth - 8);
      put("dist.yuv", raw_bytes(clip));
      const Json json =
          report({path("ref.yuv"), path("dist.yuv"), "-w33", "-h", "19", "--pixel-format", chroma,
                  "-b", std::to_string(depth), "--metrics", "psnr"});
      EXPECT_EQ(json["frames"].size(), 2U) << chroma << " " << depth;
      EXPECT_EQ(json["assay"]["dist"]["bitdepth"], depth);
      EXPECT_EQ(json["assay"]["dist"]["source"], "raw");
    }
  }
}

TEST_F(Scoring, TakesFeaturesWithOptions) {
  const Json json = pair_report(
      {"--feature", "psnr=enable_mse=true:enable_chroma=false", "--feature=float_psnr"});
  EXPECT_EQ(features(json), (Words{"psnr_y", "mse_y", "float_psnr"}));
  const Json both = pair_report({"--metrics", "float_psnr", "--feature", "psnr=enable_apsnr=true"});
  EXPECT_EQ(features(both), (Words{"float_psnr", "psnr_y", "psnr_cb", "psnr_cr"}));
  EXPECT_EQ(both["aggregate_metrics"].size(), 3U);
}

TEST_F(Scoring, HasADefaultSetOfMetrics) {
  const Json json = pair_report({});
  EXPECT_EQ(features(json), (Words{"ssimulacra2", "psnr_y", "psnr_cb", "psnr_cr"}));
}

TEST_F(Scoring, CountsARepeatedOptionOnce) {
  const Json json = pair_report({"--metrics", "float_psnr", "--metrics", "psnr,psnr", "--feature",
                                 "psnr", "--frame_cnt", "1", "--frame_cnt", "2"});
  EXPECT_EQ(features(json), (Words{"psnr_y", "psnr_cb", "psnr_cr"}));
  EXPECT_EQ(json["frames"].size(), 2U);
}

TEST_F(Scoring, ScoresARangeOfFrames) {
  const std::vector<double> all = scores(pair_report({"--metrics", "psnr"}), "psnr_y");
  const Json few = pair_report({"--metrics", "psnr", "--frame_cnt", "2"});
  EXPECT_EQ(scores(few, "psnr_y"), (std::vector<double>{all[0], all[1]}));
  EXPECT_EQ(few["assay"]["warnings"].size(), 0U);
  const Json late =
      pair_report({"--metrics", "psnr", "--frame-skip-ref", "2", "--frame_skip_dist", "0x2"});
  EXPECT_EQ(scores(late, "psnr_y"), (std::vector<double>{all[2], all[3]}));
  EXPECT_EQ(late["frames"][0]["frameNum"], 0);
  EXPECT_EQ(late["assay"]["ref"]["frames_skipped"], 2);
  EXPECT_EQ(late["assay"]["ref"]["frames"], 4);
  const Json zero = pair_report({"--metrics", "psnr", "--frame_cnt", "0", "--subsample", "0"});
  EXPECT_EQ(scores(zero, "psnr_y"), all);
}

TEST_F(Scoring, PairsFramesAfterSkipping) {
  // Two copies of the clip that are shifted against each other match again.
  const Json json = report({path("ref.y4m"), path("ref.y4m"), "--metrics", "psnr", "--frame_cnt",
                            "3", "--frame_skip_ref", "1", "--frame_skip_dist", "1"});
  for (const double score : scores(json, "psnr_y")) EXPECT_EQ(score, 60);
  const Json shifted = report({path("ref.y4m"), path("ref.y4m"), "--metrics", "psnr", "--frame_cnt",
                               "3", "--frame_skip_dist", "1"});
  for (const double score : scores(shifted, "psnr_y")) EXPECT_LT(score, 40);
}

TEST_F(Scoring, SubsamplesFrames) {
  const std::vector<double> all = scores(pair_report({"--metrics", "psnr"}), "psnr_y");
  const Json json = pair_report({"--metrics", "psnr", "--subsample", "3"});
  EXPECT_EQ(scores(json, "psnr_y"), (std::vector<double>{all[0], all[3]}));
  EXPECT_EQ(json["frames"][1]["frameNum"], 3);
  EXPECT_EQ(json["assay"]["subsample"], 3);
}

TEST_F(Scoring, DoesNotDependOnThreadsOrInstructionSets) {
  const Json expected = pair_report({"--precision", "max"});
  for (const Words& words :
       {Words{"--threads", "1"}, Words{"--threads", "2"}, Words{"--threads", "7"},
        Words{"--threads=0"}, Words{"--cpumask", "0x3f"}, Words{"--cpumask", "16"},
        Words{"--cpumask", "4294967295"}, Words{"--cpumask", "-1"},
        Words{"--gpumask", "0xffffffff"}, Words{"--backend", "cpu"}, Words{"--backend=auto", "-n"},
        Words{"--backend", "host"}, Words{"--backend", "cuda"},
        Words{"--backend", "host", "--gpumask", "1"}}) {
    Words all = words;
    all.insert(all.end(), {"--precision", "max"});
    const Json json = pair_report(all);
    EXPECT_EQ(json["frames"], expected["frames"]) << words[0];
    EXPECT_EQ(json["pooled_metrics"], expected["pooled_metrics"]) << words[0];
  }
}

TEST_F(Scoring, SaysWhereMetricsRan) {
  const Json host = pair_report({"--metrics", "psnr", "--backend", "host", "--strict"});
  ASSERT_EQ(host["assay"]["metrics"].size(), 1U);
  EXPECT_EQ(host["assay"]["metrics"][0]["name"], "psnr");
  EXPECT_EQ(host["assay"]["metrics"][0]["backend"], "host");
  EXPECT_TRUE(host["assay"]["metrics"][0]["reason"].is_null());
  const Json hip = pair_report({"--metrics", "psnr", "--backend", "hip"});
  EXPECT_EQ(hip["assay"]["metrics"][0]["backend"], "cpu");
  const std::string reason = hip["assay"]["metrics"][0]["reason"];
  EXPECT_NE(reason.find("hip"), std::string::npos) << reason;
  EXPECT_EQ(hip["assay"]["warnings"].back(), "psnr runs on the CPU: " + reason);
  EXPECT_EQ(hip["frames"], host["frames"]);
}

TEST_F(Scoring, SaysWhatScoresAreBounded) {
  const Words vmaf = {"--feature", "ssimulacra2=profile=vmaf", "--precision", "max"};
  const auto with = [&](Words more) {
    more.insert(more.end(), vmaf.begin(), vmaf.end());
    return pair_report(more);
  };
  const Json cpu = with({});
  const Json exact = with({"--backend", "host"});
  const Json single = with({"--backend", "host", "--device-precision", "single"});
  EXPECT_EQ(exact["assay"]["metrics"][0]["tier"], "exact");
  EXPECT_EQ(exact["assay"]["metrics"][0]["bound"], 0);
  EXPECT_EQ(exact["frames"], cpu["frames"]);
  EXPECT_EQ(single["assay"]["metrics"][0]["backend"], "host");
  EXPECT_EQ(single["assay"]["metrics"][0]["tier"], "bounded");
  EXPECT_EQ(single["assay"]["metrics"][0]["bound"], 1e-9);
  EXPECT_NE(single["assay"]["warnings"].back().get<std::string>().find("without double precision"),
            std::string::npos);
  const std::vector<double> expected = scores(cpu, "ssimulacra2");
  const std::vector<double> bounded = scores(single, "ssimulacra2");
  ASSERT_EQ(bounded.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(bounded[i], expected[i], 1e-9);
}

TEST_F(Scoring, IsQuietWhenAskedTo) {
  const Outcome table = psnr({"-q"});
  EXPECT_EQ(table.code, 0);
  EXPECT_EQ(table.err, "");
  EXPECT_EQ(lines_of(table.out).size(), 4U);
  const Outcome report = psnr({"--quiet", "-o", path("r.json")});
  EXPECT_EQ(report.code, 0);
  EXPECT_EQ(report.out + report.err, "");
  EXPECT_TRUE(exists("r.json"));
}

TEST_F(Scoring, WarnsOfHarmonicMeansThatMeanNothing) {
  Clip clip{.width = 128, .height = 128, .frames = 2};
  put("flat.y4m", y4m_bytes(clip));
  clip.error = 1000;
  put("noise.y4m", y4m_bytes(clip));
  const Outcome outcome = assay({path("flat.y4m"), path("noise.y4m"), "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  ASSERT_LT(json["pooled_metrics"]["ssimulacra2"]["min"], -1);
  EXPECT_TRUE(json["pooled_metrics"]["ssimulacra2"]["harmonic_mean"].is_number());
  EXPECT_NE(outcome.err.find("warning: the harmonic_mean of ssimulacra2 means nothing"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(assay({path("ref.y4m"), path("dist.y4m")}).err.find("harmonic_mean"),
            std::string::npos);
}

TEST_F(Scoring, WarnsOfScoresThatAreNoNumber) {
  const Clip clip{.width = 192, .height = 192, .frames = 2};
  std::string inverse = y4m_bytes(clip);
  const std::size_t frame_size = y4m_frame_size(clip);
  const std::size_t header = frame_size - raw_bytes(clip).size() / 2;
  for (std::size_t at = y4m_header_size(clip); at < inverse.size(); at += frame_size) {
    for (std::size_t i = header; i < frame_size; ++i) inverse[at + i] = ~inverse[at + i];
  }
  put("ref.y4m", y4m_bytes(clip));
  put("inverse.y4m", inverse);
  const Outcome outcome =
      assay({path("ref.y4m"), path("inverse.y4m"), "--metrics", "float_ms_ssim", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  for (const auto& item : json["pooled_metrics"]["float_ms_ssim"].items())
    EXPECT_TRUE(item.value().is_null()) << item.key();
  const std::string warning =
      "the float_ms_ssim of 2 frames is nan, first of frame 0, and so are its pooled scores";
  EXPECT_NE(outcome.err.find("warning: " + warning), std::string::npos) << outcome.err;
  EXPECT_EQ(json["assay"]["warnings"].back(), warning);
}

TEST_F(Scoring, GivesIdenticalClipsTheSameMeans) {
  const Outcome outcome = assay({path("ref.y4m"), path("ref.y4m"), "--json", "--precision", "max"});
  const Json pooled = Json::parse(outcome.out)["pooled_metrics"]["ssimulacra2"];
  for (const char* key : {"min", "max", "mean", "harmonic_mean"})
    EXPECT_EQ(pooled[key], 100) << key;
}

}  // namespace
}  // namespace assay::cli
