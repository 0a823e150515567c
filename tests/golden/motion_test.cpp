// motion gives libvmaf's numbers to the last bit, float_motion to 1e-5.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assay/scorer.h"
#include "golden/float_motion_reference.h"
#include "golden/golden_data.h"
#include "golden/places.h"
#include "golden/synthetic_clip.h"

namespace assay::golden {
namespace {

const std::vector<MetricRequest> kRequests{{"motion", {{"debug", "true"}}}, {"float_motion", {}}};

// How far a feature may be from libvmaf's, which adds floats one after the other and so is itself
// up to 1e-5 off the definition.
double bound_of(const std::string& key) {
  const bool is_integer = key.find("integer") != std::string::npos;
  return is_integer ? 0 : 1e-5;
}

void expect_scores(const ScoreTable& scores, const nlohmann::json& frames) {
  for (std::size_t i = 0; i < scores.features().size(); ++i) {
    const std::string& key = scores.features()[i];
    ASSERT_TRUE(frames.contains(key)) << key;
    const auto values = frames[key].get<std::vector<double>>();
    ASSERT_EQ(scores.frame_count(), static_cast<std::int64_t>(values.size()));
    for (std::size_t frame = 0; frame < values.size(); ++frame) {
      const std::optional<double> ours = scores.at(i, static_cast<std::int64_t>(frame));
      ASSERT_TRUE(ours) << key << " of frame " << frame;
      EXPECT_NEAR(*ours, values[frame], bound_of(key)) << key << " of frame " << frame;
    }
  }
}

Result<Scorer> score_synthetic(const VideoFormat& format, int frames,
                               const std::vector<MetricRequest>& requests,
                               const ScorerOptions& place) {
  Result<Scorer> scorer = Scorer::create(requests, format, format, place);
  if (!scorer) return scorer;
  for (int t = 0; t < frames; ++t) {
    SyntheticPair pair = synthetic_pair(format, t);
    if (Status status = scorer->submit(pair.ref, pair.dist); !status) return status.error();
  }
  if (Status status = scorer->finish(); !status) return status.error();
  return scorer;
}

TEST(MotionGolden, SyntheticClips) {
  const nlohmann::json golden = load_golden("netflix_motion_synthetic.json");
  ASSERT_EQ(golden["clips"].size(), 12u);
  for (const ScorerOptions& place : golden_places()) {
    for (const nlohmann::json& clip : golden["clips"]) {
      SCOPED_TRACE(clip["name"].get<std::string>() + " " + name_of_place(place));
      const SyntheticSpec spec = synthetic_spec(clip["name"].get<std::string>());
      const auto scorer = score_synthetic(spec.format, spec.frames, kRequests, place);
      ASSERT_TRUE(scorer) << scorer.error().message;
      expect_scores(scorer->scores(), clip["frames"]);
    }
  }
}

TEST(MotionGolden, RealClips) {
  if (!has_real_clips()) GTEST_SKIP() << "no real clips here";
  const nlohmann::json golden = load_golden("netflix_motion_clips.json");
  ASSERT_EQ(golden["clips"].size(), 15u);
  for (const ScorerOptions& place : golden_places()) {
    for (const nlohmann::json& clip : golden["clips"]) {
      SCOPED_TRACE(clip["name"].get<std::string>() + " " + name_of_place(place));
      const Result<Scorer> scorer = score_clip(clip["name"], kRequests, place);
      ASSERT_TRUE(scorer) << scorer.error().message;
      expect_scores(scorer->scores(), clip["frames"]);
    }
  }
}

// The change between two frames by the definition in double.
double plain_change(const std::vector<int>& before, const std::vector<int>& now,
                    const VideoFormat& format) {
  Image difference(format.width, format.height);
  for (std::size_t i = 0; i < before.size(); ++i) {
    difference.samples[i] = std::ldexp(before[i] - now[i], 8 - format.depth);
  }
  return blur(difference, kGaussian).mean_size();
}

TEST(MotionGolden, FloatMotionIsItsDefinition) {
  const nlohmann::json golden = load_golden("netflix_motion_synthetic.json");
  const std::vector<MetricRequest> request{{"float_motion", {}}};
  for (const nlohmann::json& clip : golden["clips"]) {
    SCOPED_TRACE(clip["name"].get<std::string>());
    const SyntheticSpec spec = synthetic_spec(clip["name"].get<std::string>());
    const auto scorer = score_synthetic(spec.format, spec.frames, request, {});
    ASSERT_TRUE(scorer) << scorer.error().message;
    const SyntheticPlanes draw(spec.format);
    for (int t = 1; t < spec.frames; ++t) {
      const double plain = plain_change(draw.ref(0, t - 1), draw.ref(0, t), spec.format);
      EXPECT_NEAR(scorer->scores().at(0, t).value(), plain, 1e-7) << "frame " << t;
    }
  }
}

// Every option at other values, the names they give, and clips of one frame and a few.
void expect_options(const std::string& file, std::size_t options) {
  const nlohmann::json golden = load_golden(file);
  std::set<std::string> seen;
  for (const ScorerOptions& place : golden_places()) {
    for (const nlohmann::json& clip : golden["clips"]) {
      const std::string pixels = clip["pixels"];
      VideoFormat format{.width = clip["width"], .height = clip["height"], .depth = clip["depth"]};
      format.pixels = pixels == "yuv420"   ? PixelFormat::yuv420
                      : pixels == "yuv422" ? PixelFormat::yuv422
                                           : PixelFormat::yuv444;
      MetricRequest request{clip["metric"], {}};
      for (const auto& [name, value] : clip["options"].items()) {
        request.options.push_back({name, value.get<std::string>()});
        seen.insert(name);
      }
      SCOPED_TRACE(request.name + " " + clip["options"].dump() + " " + name_of_place(place));
      const auto frames = static_cast<int>(clip["frames"].begin()->size());
      const auto scorer = score_synthetic(format, frames, {request}, place);
      ASSERT_TRUE(scorer) << scorer.error().message;
      EXPECT_EQ(scorer->scores().features().size(), clip["frames"].size());
      expect_scores(scorer->scores(), clip["frames"]);
    }
  }
  EXPECT_EQ(seen.size(), options);
}

TEST(MotionGolden, Options) { expect_options("netflix_motion_options.json", 8); }

// The fork refuses the window of five, and has no debug.
TEST(MotionGolden, OptionsOfTheFork) { expect_options("lusoris_motion_v2_options.json", 6); }

TEST(MotionGolden, FloatOptions) { expect_options("netflix_float_motion_options.json", 9); }

}  // namespace
}  // namespace assay::golden
