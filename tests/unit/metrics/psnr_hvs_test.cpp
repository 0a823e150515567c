#define ASSAY_PLAIN_FORMULAS
#include "metrics/psnr_hvs/psnr_hvs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "assay/scorer.h"
#include "golden/synthetic_clip.h"
#include "metrics/psnr_hvs/formulas-inl.h"
#include "metrics/psnr_hvs/scalar_block_math.h"
#include "metrics/psnr_hvs/weights.h"

namespace assay {
namespace {

using psnr_hvs::kSamples;
using psnr_hvs::kSide;
using M = psnr_hvs::ScalarBlockMath;
using Planes = std::vector<std::vector<int>>;

const std::vector<MetricRequest> kRequest{{"psnr_hvs", {}}};

Planes flat_planes(const VideoFormat& format, std::vector<int> values) {
  Planes planes;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    planes.emplace_back(static_cast<std::size_t>(plane_width(format, p)) * plane_height(format, p),
                        values[p]);
  }
  return planes;
}

std::vector<double> scores_of(const VideoFormat& format, const Planes& ref, const Planes& dist) {
  Result<Scorer> scorer = Scorer::create(kRequest, format, format);
  EXPECT_TRUE(scorer) << scorer.error().message;
  EXPECT_TRUE(scorer->submit(golden::make_frame(format, ref), golden::make_frame(format, dist)));
  EXPECT_TRUE(scorer->finish());
  std::vector<double> scores;
  for (std::size_t i = 0; i < scorer->scores().features().size(); ++i) {
    scores.push_back(scorer->scores().at(i, 0).value());
  }
  return scores;
}

// The error of blocks of these codes, where nothing hides it.
double flat_error(int p, int ref, int dist) {
  std::int32_t blocks[2][kSamples];
  std::fill_n(blocks[0], kSamples, ref);
  std::fill_n(blocks[1], kSamples, dist);
  for (auto& block : blocks) psnr_hvs::plain::transform<M>(block);
  EXPECT_NEAR(std::abs(blocks[0][0] - blocks[1][0]), 8 * std::abs(ref - dist), 2);
  double error = 0;
  for (int k = 0; k < kSamples; ++k) {
    const double step = blocks[0][k] - blocks[1][k];
    error += std::pow(step * psnr_hvs::weights_of(p).sensitivity[k], 2) / kSamples;
  }
  return error;
}

TEST(PsnrHvs, MeasuresFlatPictures) {
  for (const int depth : {8, 10, 12}) {
    const VideoFormat format{
        .width = 33, .height = 21, .depth = depth, .pixels = PixelFormat::yuv420};
    const int gray = 1 << (depth - 1);
    const std::vector<double> scores = scores_of(format, flat_planes(format, {gray, gray, gray}),
                                                 flat_planes(format, {gray + 4, gray - 4, gray}));
    const double peak = (1 << depth) - 1;
    const double y = flat_error(0, gray, gray + 4) / (peak * peak);
    const double cb = flat_error(1, gray, gray - 4) / (peak * peak);
    ASSERT_EQ(scores.size(), 4u);
    EXPECT_NEAR(scores[0], -10 * std::log10(y), 1e-6);
    EXPECT_NEAR(scores[1], -10 * std::log10(cb), 1e-6);
    EXPECT_EQ(scores[2], std::numeric_limits<double>::infinity());
    EXPECT_NEAR(scores[3], -10 * std::log10(0.8 * y + 0.1 * cb), 1e-6);
  }
}

TEST(PsnrHvs, EqualPicturesScoreInfinity) {
  const VideoFormat format{.width = 40, .height = 30, .depth = 10, .pixels = PixelFormat::yuv422};
  const golden::SyntheticPlanes draw(format);
  const Planes planes{draw.ref(0, 0), draw.ref(1, 0), draw.ref(2, 0)};
  for (const double score : scores_of(format, planes, planes)) {
    EXPECT_EQ(score, std::numeric_limits<double>::infinity());
  }
}

TEST(PsnrHvs, GivesLumaAloneOfGray) {
  const VideoFormat gray{.width = 40, .height = 30, .pixels = PixelFormat::gray};
  const VideoFormat colour{.width = 40, .height = 30, .pixels = PixelFormat::yuv444};
  const golden::SyntheticPlanes draw(colour);
  Planes ref, dist;
  for (int p = 0; p < 3; ++p) {
    ref.push_back(draw.ref(p, 1));
    dist.push_back(draw.dist(ref[p], p, 1));
  }
  Result<Scorer> scorer = Scorer::create(kRequest, gray, gray);
  ASSERT_TRUE(scorer);
  EXPECT_EQ(scorer->scores().features(), std::vector<std::string>{"psnr_hvs_y"});
  EXPECT_EQ(scores_of(gray, {ref[0]}, {dist[0]}),
            std::vector<double>{scores_of(colour, ref, dist)[0]});
}

// Samples behind the last whole block count for nothing.
TEST(PsnrHvs, LeavesOutWhatFillsNoBlock) {
  const VideoFormat format{.width = 21, .height = 28, .pixels = PixelFormat::gray};
  const golden::SyntheticPlanes draw(format);
  const Planes ref{draw.ref(0, 0)};
  Planes dist{draw.dist(ref[0], 0, 0)};
  const std::vector<double> scores = scores_of(format, ref, dist);
  for (int y = 0; y < 28; ++y) {
    for (int x = 0; x < 21; ++x) {
      if (x >= 15 || y >= 22) dist[0][y * 21 + x] = 255;
    }
  }
  EXPECT_EQ(scores_of(format, ref, dist), scores);
  dist[0][21 * 21 + 14] ^= 128;
  EXPECT_NE(scores_of(format, ref, dist), scores);
}

// Against the cosines of the definition, at the largest codes of 12 bits too: nothing wraps around.
TEST(PsnrHvs, TransformIsTheCosineTransform) {
  for (const int largest : {255, 4095}) {
    for (int n = 0; n < kSamples; ++n) {
      std::int32_t block[kSamples];
      double codes[kSamples];
      // The codes that make coefficient n largest.
      const auto basis = [](int k, int x) {
        const double scale = k == 0 ? std::sqrt(0.125) : 0.5;
        return scale * std::cos((2 * x + 1) * k * std::numbers::pi / 16);
      };
      for (int k = 0; k < kSamples; ++k) {
        const double sign = basis(n / kSide, k / kSide) * basis(n % kSide, k % kSide);
        block[k] = sign > 0 ? largest : 0;
        codes[k] = block[k];
      }
      psnr_hvs::plain::transform<M>(block);
      for (int k = 0; k < kSamples; ++k) {
        double truth = 0;
        for (int s = 0; s < kSamples; ++s) {
          truth += codes[s] * basis(k / kSide, s / kSide) * basis(k % kSide, s % kSide);
        }
        EXPECT_NEAR(block[k], truth, 4 + largest * 2e-3) << n << ' ' << k;
      }
    }
  }
}

struct Refused {
  VideoFormat format;
  std::string reason;
};

TEST(PsnrHvs, RefusesWhatItDoesNotMeasure) {
  for (const Refused& refused :
       {Refused{{.width = 64, .height = 64, .pixels = PixelFormat::rgb}, "rgb"},
        Refused{{.width = 64, .height = 64, .depth = 13}, "up to 12 bits, these have 13"},
        Refused{{.width = 64, .height = 64, .depth = 16}, "up to 12 bits, these have 16"},
        Refused{{.width = 14, .height = 64}, "14x64 is too small, the smallest of yuv420 is 15x15"},
        Refused{{.width = 64, .height = 14}, "the smallest of yuv420 is 15x15"},
        Refused{{.width = 64, .height = 7, .pixels = PixelFormat::yuv422}, "yuv422 is 15x8"},
        Refused{{.width = 28, .height = 8, .pixels = PixelFormat::yuv411}, "yuv411 is 29x8"},
        Refused{{.width = 7, .height = 8, .pixels = PixelFormat::gray}, "gray is 8x8"}}) {
    const Result<Scorer> scorer = Scorer::create(kRequest, refused.format, refused.format);
    ASSERT_FALSE(scorer);
    EXPECT_EQ(scorer.error().code, ErrorCode::unsupported);
    EXPECT_NE(scorer.error().message.find(refused.reason), std::string::npos)
        << scorer.error().message;
  }
}

TEST(PsnrHvs, TakesTheSmallestPictures) {
  for (const VideoFormat& format :
       {VideoFormat{.width = 15, .height = 15},
        VideoFormat{.width = 8, .height = 8, .pixels = PixelFormat::gray},
        VideoFormat{.width = 8, .height = 8, .pixels = PixelFormat::yuv444},
        VideoFormat{.width = 15, .height = 8, .pixels = PixelFormat::yuv422},
        VideoFormat{.width = 29, .height = 8, .pixels = PixelFormat::yuv411},
        VideoFormat{.width = 8, .height = 15, .pixels = PixelFormat::yuv440}}) {
    for (const double score :
         scores_of(format, flat_planes(format, {10, 20, 30}), flat_planes(format, {11, 21, 31}))) {
      EXPECT_TRUE(std::isfinite(score)) << assay::name_of(format.pixels);
    }
  }
}

TEST(PsnrHvs, HasNoOptions) {
  EXPECT_TRUE(psnr_hvs_metric().options().empty());
  const VideoFormat format{.width = 64, .height = 64};
  const std::vector<MetricRequest> request{{"psnr_hvs", {{"enable_chroma", "false"}}}};
  const Result<Scorer> scorer = Scorer::create(request, format, format);
  ASSERT_FALSE(scorer);
  EXPECT_EQ(scorer.error().code, ErrorCode::usage);
}

}  // namespace
}  // namespace assay
