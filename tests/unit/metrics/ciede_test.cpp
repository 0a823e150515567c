#define ASSAY_PLAIN_FORMULAS
#include "metrics/ciede/ciede.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "assay/scorer.h"
#include "golden/synthetic_clip.h"
#include "metrics/ciede/formulas-inl.h"

namespace assay {
namespace {

using Planes = std::vector<std::vector<int>>;

double score_of(Frame ref, Frame dist) {
  Result<Scorer> scorer =
      Scorer::create(std::vector<MetricRequest>{{"ciede", {}}}, ref.format, ref.format);
  EXPECT_TRUE(scorer) << scorer.error().message;
  EXPECT_TRUE(scorer->submit(std::move(ref), std::move(dist)));
  EXPECT_TRUE(scorer->finish());
  EXPECT_EQ(scorer->scores().features(), std::vector<std::string>{"ciede2000"});
  return scorer->scores().at(0, 0).value();
}

// Planes with every sample of chroma repeated to luma's size.
Planes repeated(const VideoFormat& format, const Planes& planes) {
  Planes full(3);
  for (int p = 0; p < 3; ++p) {
    const int shift_x = p == 0 ? 0 : chroma_shift_x(format.pixels);
    const int shift_y = p == 0 ? 0 : chroma_shift_y(format.pixels);
    for (int y = 0; y < format.height; ++y) {
      for (int x = 0; x < format.width; ++x) {
        full[p].push_back(planes[p][(y >> shift_y) * plane_width(format, p) + (x >> shift_x)]);
      }
    }
  }
  return full;
}

TEST(Ciede, TakesChromaOfItsBlockInEveryLayout) {
  for (const PixelFormat pixels :
       {PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv411, PixelFormat::yuv440}) {
    const VideoFormat format{.width = 33, .height = 21, .depth = 10, .pixels = pixels};
    VideoFormat full = format;
    full.pixels = PixelFormat::yuv444;
    const golden::SyntheticPlanes draw(format);
    Planes ref, dist;
    for (int p = 0; p < 3; ++p) {
      ref.push_back(draw.ref(p, 1));
      dist.push_back(draw.dist(ref[p], p, 1));
    }
    EXPECT_EQ(score_of(golden::make_frame(format, ref), golden::make_frame(format, dist)),
              score_of(golden::make_frame(full, repeated(format, ref)),
                       golden::make_frame(full, repeated(format, dist))))
        << name_of(pixels);
  }
}

TEST(Ciede, EqualPicturesScoreInfinity) {
  const VideoFormat format{.width = 9, .height = 5};
  const golden::SyntheticPair pair = golden::synthetic_pair(format, 0);
  EXPECT_EQ(score_of(pair.ref, pair.ref), std::numeric_limits<double>::infinity());
}

// Pairs of colours with the distances that libvmaf's own test states.
TEST(Ciede, DistancesOfKnownColours) {
  struct Case {
    float l1, a1, b1, l2, a2, b2;
    double distance;
  };
  for (const Case& c :
       {Case{0.052488625f, -0.587470829f, -8.98771572f, 0.465437293f, 0.386364758f, -12.7648535f,
             2.54780269},
        Case{87.156334f, -12.049645f, -1.205325f, 83.455727f, -9.040445f, -8.894289f, 4.22714281},
        Case{79.718491f, 9.109915f, 13.727915f, 78.717224f, 7.526546f, 5.597448f, 4.26012468},
        Case{99.205299f, -3.339410f, 1.205873f, 97.991730f, -2.497345f, 2.473533f, 1.26915979}}) {
    const ciede::plain::Lab<FusedDoubleMath> ref{c.l1, c.a1, c.b1};
    const ciede::plain::Lab<FusedDoubleMath> dist{c.l2, c.a2, c.b2};
    EXPECT_NEAR(ciede::plain::distance<FusedDoubleMath>(ref, dist), c.distance, 5e-8 * c.distance);
  }
}

TEST(Ciede, RefusesGrayAndRgb) {
  const std::vector<MetricRequest> request{{"ciede", {}}};
  for (const PixelFormat pixels : {PixelFormat::gray, PixelFormat::rgb}) {
    const VideoFormat format{.width = 8, .height = 8, .pixels = pixels};
    const Result<Scorer> scorer = Scorer::create(request, format, format);
    ASSERT_FALSE(scorer);
    EXPECT_EQ(scorer.error().code, ErrorCode::unsupported);
  }
}

}  // namespace
}  // namespace assay
