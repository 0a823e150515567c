#include "metrics/speed/speed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "assay/scorer.h"
#include "check/speed_truth.h"
#include "golden/synthetic_clip.h"
#include "metrics/speed/taps.h"

namespace assay {
namespace {

using check::PlainPlane;

const VideoFormat kFormat{.width = 320, .height = 240, .pixels = PixelFormat::yuv444};

Result<Scorer> make_scorer(const std::string& metric, const OptionMap& options,
                           const VideoFormat& format) {
  return Scorer::create(std::vector<MetricRequest>{{metric, options}}, format, format);
}

// Scores of all features, frame by frame.
std::vector<std::vector<double>> scores_of(const std::string& metric, const OptionMap& options,
                                           const std::vector<golden::SyntheticPair>& pairs) {
  const VideoFormat& format = pairs.at(0).ref.format;
  Result<Scorer> scorer = make_scorer(metric, options, format);
  EXPECT_TRUE(scorer) << scorer.error().message;
  for (const golden::SyntheticPair& pair : pairs) EXPECT_TRUE(scorer->submit(pair.ref, pair.dist));
  EXPECT_TRUE(scorer->finish());
  std::vector<std::vector<double>> scores(pairs.size());
  for (std::size_t t = 0; t < pairs.size(); ++t) {
    for (std::size_t f = 0; f < scorer->scores().features().size(); ++f) {
      scores[t].push_back(scorer->scores().at(f, static_cast<std::int64_t>(t)).value());
    }
  }
  return scores;
}

std::vector<golden::SyntheticPair> synthetic_pairs(const VideoFormat& format, int frames) {
  std::vector<golden::SyntheticPair> pairs;
  for (int t = 0; t < frames; ++t) pairs.push_back(golden::synthetic_pair(format, t));
  return pairs;
}

// One option with a changed value, as options and as text.
struct Changed {
  OptionMap given;
  SpeedOptions options;
};

std::vector<Changed> changed_options() {
  std::vector<Changed> changed{
      {{}, {}},
      {{{"speed_kernelscale", "0.5"}}, {.kernelscale = 0.5}},
      {{{"ks", "2.4"}}, {.kernelscale = 2.4}},
      {{{"speed_sigma_nn", "0.19"}}, {.sigma_nn = 0.19}},
      {{{"snn", "2"}}, {.sigma_nn = 2}},
      {{{"speed_nn_floor", "0.1"}}, {.nn_floor = 0.1}},
      {{{"nnf", "1"}}, {.nn_floor = 1}},
  };
  for (const char* method : {"nearest", "bilinear", "bicubic", "lanczos4"}) {
    for (const double prescale : {0.75, 1.5}) {
      changed.push_back(
          {{{"speed_prescale", std::to_string(prescale)}, {"speed_prescale_method", method}},
           {.prescale = prescale, .prescale_method = method}});
    }
  }
  return changed;
}

double truth_of(const PlainPlane<double>& ref, const PlainPlane<double>& dist,
                const SpeedOptions& options) {
  const auto statistics = [&](const PlainPlane<double>& plane) {
    return check::true_statistics(check::plain_small<double>(plane, options), options.sigma_nn);
  };
  return check::true_score(statistics(ref), statistics(dist), options);
}

PlainPlane<double> samples(const Frame& frame, int p) {
  return check::plain_samples<double>(frame.planes[p], frame.format.depth);
}

// What floats lose, of matrices as ill as those of smooth pictures.
constexpr double kBound = 1e-3;

// Taps of a Gaussian by the C library's exponential.
std::vector<float> taps_of_exponentials(std::size_t size, float sigma) {
  const auto height = static_cast<float>(1 / (sigma * std::sqrt(2 * std::acos(-1.0))));
  std::vector<float> taps;
  float sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const double distance = static_cast<double>(i) - static_cast<double>(size / 2);
    taps.push_back(static_cast<float>(std::exp(-0.5 * distance / sigma * distance / sigma)) /
                   height);
    sum += taps.back();
  }
  for (float& tap : taps) tap /= sum;
  return taps;
}

TEST(SpeedTaps, AreExponentialsRoundedToFloatAtEveryKernelScale) {
  std::istringstream text(speed::kernelscales_text());
  int scales = 0;
  for (std::string item; std::getline(text, item, ','); ++scales) {
    SCOPED_TRACE(item);
    const double kernelscale = std::stod(item);
    const std::vector<float> decimation = speed::decimation_taps(kernelscale);
    const std::vector<float> mean = speed::local_mean_taps(kernelscale);
    const std::size_t size = decimation.size();
    EXPECT_EQ(decimation,
              taps_of_exponentials(size, static_cast<float>(2.0 * static_cast<int>(size) / 5.0f)));
    EXPECT_EQ(mean, taps_of_exponentials(mean.size(), static_cast<float>(mean.size()) / 5.0f));
  }
  EXPECT_EQ(scales, 21);
}

TEST(SpeedChroma, EveryOptionHasTheScoreOfDoubles) {
  const auto pairs = synthetic_pairs(kFormat, 1);
  std::vector<Changed> changed = changed_options();
  for (int mode = 1; mode <= 6; ++mode) {
    changed.push_back(
        {{{"speed_weight_var_mode", std::to_string(mode)}}, {.weight_var_mode = mode}});
  }
  for (const Changed& c : changed) {
    SCOPED_TRACE(c.given.empty() ? "defaults" : c.given[0].first + "=" + c.given[0].second);
    const std::vector<double> scores = scores_of("speed_chroma", c.given, pairs)[0];
    ASSERT_EQ(scores.size(), 3u);
    for (int p = 1; p <= (c.given.empty() ? 2 : 1); ++p) {
      const double truth = truth_of(samples(pairs[0].ref, p), samples(pairs[0].dist, p), c.options);
      EXPECT_NEAR(scores[p - 1], truth, kBound * truth);
    }
    EXPECT_NEAR(scores[2], (scores[0] + scores[1]) / 2, 1e-6 * scores[2]);
  }
}

TEST(SpeedTemporal, EveryOptionHasTheScoreOfDoubles) {
  const auto pairs = synthetic_pairs(kFormat, 2);
  std::vector<Changed> changed = changed_options();
  changed.push_back({{{"speed_use_ref_diff", "true"}}, {.use_ref_diff = true}});
  const PlainPlane<double> ref[2] = {samples(pairs[0].ref, 0), samples(pairs[1].ref, 0)};
  const PlainPlane<double> dist[2] = {samples(pairs[0].dist, 0), samples(pairs[1].dist, 0)};
  for (const Changed& c : changed) {
    SCOPED_TRACE(c.given.empty() ? "defaults" : c.given[0].first + "=" + c.given[0].second);
    const auto scores = scores_of("speed_temporal", c.given, pairs);
    EXPECT_EQ(scores[0], std::vector<double>{0});
    const double truth = truth_of(
        check::plain_difference(ref[0], ref[1]),
        check::plain_difference(dist[0], c.options.use_ref_diff ? ref[1] : dist[1]), c.options);
    EXPECT_NEAR(scores[1].at(0), truth, kBound * truth);
  }
}

TEST(Speed, CapsScores) {
  const auto pairs = synthetic_pairs(kFormat, 2);
  EXPECT_EQ(scores_of("speed_chroma", {{"speed_max_val", "3"}}, pairs)[0],
            (std::vector<double>{3, 3, 3}));
  EXPECT_EQ(scores_of("speed_temporal", {{"mxv", "1.5"}}, pairs)[1], std::vector<double>{1.5});
}

TEST(Speed, AppendsChangedOptionsToNames) {
  const auto features = [](const std::string& metric, const OptionMap& options) {
    const Result<Scorer> scorer = make_scorer(metric, options, kFormat);
    EXPECT_TRUE(scorer) << scorer.error().message;
    return scorer->scores().features();
  };
  EXPECT_EQ(features("speed_chroma", {}), speed_chroma_metric().default_outputs());
  EXPECT_EQ(features("speed_temporal", {}), speed_temporal_metric().default_outputs());
  EXPECT_EQ(features("speed_chroma", {{"wvm", "5"},
                                      {"nnf", "0.1"},
                                      {"snn", "0.19"},
                                      {"ps", "0.5"},
                                      {"psm", "bicubic"},
                                      {"mxv", "45"},
                                      {"ks", "2"}})[2],
            "speed_chroma_uv_ks_2_mxv_45_nnf_0.1_ps_0.5_psm_bicubic_snn_0.19_wvm_5");
  EXPECT_EQ(features("speed_temporal", {{"speed_use_ref_diff", "true"}})[0], "speed_temporal_urd");
}

golden::SyntheticPair identical(golden::SyntheticPair pair) {
  pair.dist = pair.ref;
  return pair;
}

TEST(Speed, IdenticalPicturesScoreZero) {
  std::vector<golden::SyntheticPair> pairs;
  for (int t = 0; t < 2; ++t) pairs.push_back(identical(golden::synthetic_pair(kFormat, t)));
  EXPECT_EQ(scores_of("speed_chroma", {}, pairs)[1], (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(scores_of("speed_temporal", {}, pairs)[1], std::vector<double>{0});
}

// The same frame with planes of one value where flat has a bit.
Frame flattened(const Frame& frame, unsigned flat) {
  const golden::SyntheticPlanes draw(frame.format);
  std::vector<std::vector<int>> planes;
  for (int p = 0; p < 3; ++p) {
    planes.push_back(draw.ref(p, 0));
    if ((flat >> p & 1) != 0) std::fill(planes[p].begin(), planes[p].end(), 77);
  }
  return golden::make_frame(frame.format, planes);
}

// A flat plane's covariance has no inverse: the plane scores 0, and both planes together what the
// other one does.
TEST(SpeedChroma, SingularPlanesScoreZero) {
  const golden::SyntheticPair pair = golden::synthetic_pair(kFormat, 0);
  const std::vector<double> whole = scores_of("speed_chroma", {}, {pair})[0];
  struct Case {
    unsigned ref, dist;
    std::vector<double> scores;
  };
  for (const Case& c : {Case{0b010, 0, {0, whole[1], whole[1]}}, Case{0, 0b010, {0, 0, 0}},
                        Case{0b010, 0b010, {0, 0, 0}}, Case{0b100, 0, {whole[0], 0, whole[0]}},
                        Case{0b110, 0b000, {0, 0, 0}}, Case{0b110, 0b110, {0, 0, 0}}}) {
    golden::SyntheticPair flat = pair;
    flat.ref = flattened(pair.ref, c.ref);
    if (c.dist != 0) flat.dist = flattened(pair.ref, c.dist);
    EXPECT_EQ(scores_of("speed_chroma", {}, {flat})[0], c.scores) << c.ref << ' ' << c.dist;
  }
}

TEST(SpeedTemporal, StillPicturesScoreZero) {
  const golden::SyntheticPair pair = golden::synthetic_pair(kFormat, 0);
  EXPECT_EQ(scores_of("speed_temporal", {}, {pair, pair})[1], std::vector<double>{0});
  // ref stands still, dist moves.
  golden::SyntheticPair next = golden::synthetic_pair(kFormat, 1);
  next.ref = pair.ref;
  EXPECT_EQ(scores_of("speed_temporal", {}, {pair, next})[1], std::vector<double>{0});
}

// The mean of frames 1 and 2 does not hang on where a stream is cut.
TEST(SpeedTemporal, LooksOneFrameBack) {
  const auto pairs = synthetic_pairs(kFormat, 3);
  const auto all = scores_of("speed_temporal", {}, pairs);
  const auto last = scores_of("speed_temporal", {}, {pairs[1], pairs[2]});
  EXPECT_EQ(all[2], last[1]);
  EXPECT_NE(all[1], all[2]);
}

TEST(Speed, EveryDepthOfTheSamePictureScoresTheSame) {
  const VideoFormat format8{.width = 321, .height = 243, .pixels = PixelFormat::yuv444};
  const golden::SyntheticPlanes draw(format8);
  std::vector<double> expected[2];
  for (const int depth : {8, 9, 11, 13, 16}) {
    VideoFormat format = format8;
    format.depth = depth;
    std::vector<golden::SyntheticPair> pairs(2);
    for (int t = 0; t < 2; ++t) {
      std::vector<std::vector<int>> ref, dist;
      for (int p = 0; p < 3; ++p) {
        ref.push_back(draw.ref(p, t));
        dist.push_back(draw.dist(ref.back(), p, t));
        for (int& code : ref.back()) code <<= depth - 8;
        for (int& code : dist.back()) code <<= depth - 8;
      }
      pairs[t] = {golden::make_frame(format, ref), golden::make_frame(format, dist)};
    }
    const std::vector<double> scores[2] = {scores_of("speed_chroma", {}, pairs)[0],
                                           scores_of("speed_temporal", {}, pairs)[1]};
    for (int i = 0; i < 2; ++i) {
      if (depth == 8) expected[i] = scores[i];
      EXPECT_EQ(scores[i], expected[i]) << depth;
      EXPECT_GT(scores[i][0], 0);
    }
  }
}

TEST(Speed, WarnsOfTooFewBlocks) {
  const VideoFormat small{.width = 320, .height = 240};
  const Result<Scorer> scorer = make_scorer("speed_chroma", {}, small);
  ASSERT_TRUE(scorer);
  ASSERT_EQ(scorer->warnings().size(), 1u);
  EXPECT_NE(scorer->warnings()[0].find("a chroma plane of 160x120 holds 6 places of a block"),
            std::string::npos)
      << scorer->warnings()[0];
  EXPECT_EQ(scores_of("speed_chroma", {}, synthetic_pairs(small, 1))[0],
            (std::vector<double>{0, 0, 0}));
  EXPECT_TRUE(make_scorer("speed_temporal", {}, small)->warnings().empty());
}

struct Refused {
  std::string metric;
  OptionMap options;
  VideoFormat format;
  ErrorCode code;
  std::string words;
};

TEST(Speed, RefusesWhatItCannotMeasure) {
  const VideoFormat gray{.width = 640, .height = 480, .pixels = PixelFormat::gray};
  const VideoFormat rgb{.width = 640, .height = 480, .pixels = PixelFormat::rgb};
  for (const Refused& c : {
           Refused{"speed_chroma", {}, gray, ErrorCode::unsupported, "gray has none"},
           Refused{"speed_chroma", {}, rgb, ErrorCode::unsupported, "rgb has none"},
           Refused{"speed_temporal", {}, rgb, ErrorCode::unsupported, "rgb has none"},
           Refused{"speed_chroma",
                   {},
                   {.width = 158, .height = 480},
                   ErrorCode::unsupported,
                   "a chroma plane of 79x240 is too small, the smallest is 80x80"},
           Refused{"speed_temporal",
                   {},
                   {.width = 640, .height = 79},
                   ErrorCode::unsupported,
                   "luma of 640x79 is too small"},
           Refused{"speed_temporal",
                   {{"speed_prescale", "0.5"}},
                   {.width = 640, .height = 158},
                   ErrorCode::unsupported,
                   "at prescale 0.5, the smallest is 159x159"},
           Refused{"speed_chroma",
                   {{"speed_kernelscale", "0.7"}},
                   kFormat,
                   ErrorCode::usage,
                   "speed_kernelscale is 0.7, it must be one of 0.44444445, 0.5, 0.6666667"},
           Refused{"speed_chroma", {{"psm", "area"}}, kFormat, ErrorCode::usage, "nearest"},
           Refused{"speed_chroma", {{"urd", "true"}}, kFormat, ErrorCode::usage, "urd"},
           Refused{"speed_temporal", {{"wvm", "1"}}, kFormat, ErrorCode::usage, "wvm"},
       }) {
    const Result<Scorer> scorer = make_scorer(c.metric, c.options, c.format);
    ASSERT_FALSE(scorer) << c.words;
    EXPECT_EQ(scorer.error().code, c.code) << c.words;
    EXPECT_NE(scorer.error().message.find(c.words), std::string::npos) << scorer.error().message;
  }
  const VideoFormat odd{.width = 159, .height = 159};
  EXPECT_TRUE(make_scorer("speed_chroma", {}, odd));
  EXPECT_TRUE(make_scorer("speed_temporal", {}, gray));
}

}  // namespace
}  // namespace assay
