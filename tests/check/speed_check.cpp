// The small planes of SpEED against plain floats bit by bit, and their statistics against doubles,
// on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "check/each_target.h"
#include "check/guarded_plane.h"
#include "check/speed_plain.h"
#include "check/speed_truth.h"
#include "metrics/speed/eigenvalues.h"
#include "metrics/speed/filter.h"
#include "metrics/speed/scores.h"

namespace assay::check {
namespace {

using namespace speed;

struct FilterCase {
  Size size;
  int depth;
  SpeedOptions options;
};

std::vector<FilterCase> filter_cases() {
  std::vector<FilterCase> cases;
  for (const Size size : {Size{80, 80}, {81, 95}, {97, 83}, {161, 80}, {255, 127}}) {
    for (const int depth : {8, 9, 10, 11, 13, 16}) cases.push_back({size, depth, {}});
    for (const double kernelscale : {1.0 / 2.25, 0.5, 1.5, 2.4, 360.0 / 97.0}) {
      cases.push_back({size, 8, {.kernelscale = kernelscale}});
    }
  }
  for (const char* method : {"nearest", "bilinear", "bicubic", "lanczos4"}) {
    cases.push_back({{81, 83}, 8, {.prescale = 1.37, .prescale_method = method}});
    cases.push_back({{23, 21}, 10, {.prescale = 4, .prescale_method = method}});
    cases.push_back({{163, 177}, 9, {.prescale = 0.51, .prescale_method = method}});
    cases.push_back(
        {{163, 261}, 8, {.kernelscale = 3, .prescale = 0.7, .prescale_method = method}});
    // One side keeps its length.
    cases.push_back({{90, 400}, 8, {.prescale = 1.004, .prescale_method = method}});
  }
  return cases;
}

template <class Sample>
void expect_plain_floats(const FilterCase& c, Pattern pattern, bool is_change) {
  const VideoFormat format{.width = c.size.width,
                           .height = c.size.height,
                           .depth = c.depth,
                           .pixels = PixelFormat::gray};
  const Result<Plan> plan = make_plan(Content::luma_changes, c.options, format, "");
  ASSERT_TRUE(plan) << plan.error().message;
  const GuardedPlane<Sample> now(c.size, c.depth, pattern, 0);
  const GuardedPlane<Sample> earlier(c.size, c.depth, pattern, 1);
  PlainPlane<float> samples = plain_samples<float>(now.view(), c.depth);
  if (is_change) {
    samples = plain_difference(plain_samples<float>(earlier.view(), c.depth), samples);
  }
  const PlainPlane<float> plain = plain_small<float>(samples, c.options);
  ASSERT_EQ(plan->across.whole, plain.width);
  ASSERT_EQ(plan->down.whole, plain.height);

  constexpr float kCanary = 12345;
  std::vector<float> small(plan->samples() + 1, kCanary);
  FilterScratch scratch;
  filter(*plan, {.now = now.view(), .earlier = is_change ? earlier.view() : PlaneView()}, scratch,
         small.data());
  EXPECT_EQ(small.back(), kCanary);
  EXPECT_TRUE(now.is_intact() && earlier.is_intact());
  for (int y = 0; y < plain.height; ++y) {
    for (int x = 0; x < plain.width; ++x) {
      const float found = small[static_cast<std::size_t>(y) * plain.width + x];
      ASSERT_EQ(std::bit_cast<std::uint32_t>(found + 0.0f),
                std::bit_cast<std::uint32_t>(plain.at(x, y) + 0.0f))
          << "at " << x << ", " << y << ": " << found << " is not " << plain.at(x, y);
    }
  }
}

class SpeedFilter : public EachTarget {};

TEST_P(SpeedFilter, HasTheBitsOfPlainFloats) {
  EXPECT_EQ(filter_target(), target());
  for (const FilterCase& c : filter_cases()) {
    for (const Pattern pattern : kPatterns) {
      const bool is_odd_size = c.size.width == 97;
      if (pattern != Pattern::random && !is_odd_size) continue;
      for (const bool is_change : {false, true}) {
        SCOPED_TRACE(std::to_string(c.size.width) + "x" + std::to_string(c.size.height) + " " +
                     std::to_string(c.depth) + "-bit, kernel scale " +
                     std::to_string(c.options.kernelscale) + ", prescale " +
                     std::to_string(c.options.prescale) + " " + c.options.prescale_method + ", " +
                     name_of(pattern) + (is_change ? ", changes" : ""));
        if (c.depth == 8) {
          expect_plain_floats<std::uint8_t>(c, pattern, is_change);
        } else {
          expect_plain_floats<std::uint16_t>(c, pattern, is_change);
        }
        if (HasFatalFailure()) return;
      }
    }
  }
}
ASSAY_CHECK_EACH_TARGET(SpeedFilter);

// Noise with some structure.
PlainPlane<double> noise_plane(Size size, unsigned seed) {
  PlainPlane<double> plane(size.width, size.height);
  std::mt19937 random(seed);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double noise = static_cast<double>(random() % 4096) / 512.0 - 4.0;
      const double above = y > 0 ? plane.at(x, y - 1) : 0;
      const double left = x > 0 ? plane.at(x - 1, y) : 0;
      plane.at(x, y) = static_cast<float>(noise + 0.4 * above - 0.3 * left);
    }
  }
  return plane;
}

std::vector<float> floats_of(const PlainPlane<double>& plane) {
  return {plane.samples.begin(), plane.samples.end()};
}

const Size kStatisticsSizes[] = {{10, 75}, {75, 10}, {5, 75},  {75, 5},
                                 {15, 15}, {60, 30}, {120, 65}};

BlockStatistics statistics_of(const std::vector<float>& plane, Size size) {
  StatisticsScratch scratch;
  BlockStatistics statistics;
  find_statistics({plane.data(), size.width, size.height}, 0.29f, scratch, statistics);
  return statistics;
}

class SpeedStatistics : public EachTarget {};

TEST_P(SpeedStatistics, CovarianceIsThatOfDoubles) {
  EXPECT_EQ(covariance_target(), target());
  for (const Size size : kStatisticsSizes) {
    const PlainPlane<double> plane = noise_plane(size, 1);
    const std::vector<float> floats = floats_of(plane);
    CovarianceScratch scratch;
    const Covariance covariance = covariance_of({floats.data(), size.width, size.height}, scratch);
    const TrueMatrix truth = true_covariance(plane);
    for (int a = 0; a < 25; ++a) {
      for (int b = 0; b < 25; ++b) {
        // An entry is rounded to float; its means were, too.
        EXPECT_NEAR(covariance.of[a][b], truth[a][b], 1e-7 * std::fabs(truth[a][b]) + 1e-9)
            << size.width << 'x' << size.height << ' ' << a << ", " << b;
        EXPECT_EQ(covariance.of[a][b], covariance.of[b][a]);
      }
    }
  }
}

TEST_P(SpeedStatistics, AreThoseOfDoubles) {
  EXPECT_EQ(entropies_target(), target());
  EXPECT_EQ(variances_target(), target());
  for (const Size size : kStatisticsSizes) {
    const PlainPlane<double> plane = noise_plane(size, 2);
    const BlockStatistics found = statistics_of(floats_of(plane), size);
    ASSERT_FALSE(found.is_singular) << size.width << 'x' << size.height;
    const TrueStatistics truth = true_statistics(plane, 0.29);
    for (std::size_t i = 0; i < truth.entropies.size(); ++i) {
      EXPECT_NEAR(found.variances[i], truth.variances[i], 1e-4 * truth.variances[i])
          << size.width << 'x' << size.height << " block " << i;
      EXPECT_NEAR(found.entropies[i], truth.entropies[i], 1e-3)
          << size.width << 'x' << size.height << " block " << i;
    }
  }
}
ASSAY_CHECK_EACH_TARGET(SpeedStatistics);

std::vector<double> sorted_eigenvalues(Covariance matrix) {
  float eigenvalues[kElements];
  find_eigenvalues(matrix.of, eigenvalues);
  std::vector<double> sorted(std::begin(eigenvalues), std::end(eigenvalues));
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

TEST(SpeedEigenvalues, OfMatricesThatAreKnown) {
  Covariance second_difference{};
  Covariance ones{};
  Covariance diagonal{};
  std::vector<double> cosines;
  for (int i = 0; i < kElements; ++i) {
    second_difference.of[i][i] = 2;
    if (i > 0) second_difference.of[i][i - 1] = second_difference.of[i - 1][i] = -1;
    for (int j = 0; j < kElements; ++j) ones.of[i][j] = 1;
    diagonal.of[i][i] = static_cast<float>(kElements - i);
    cosines.push_back(2 - 2 * std::cos((i + 1) * M_PI / (kElements + 1)));
  }
  const std::vector<double> found = sorted_eigenvalues(second_difference);
  const std::vector<double> of_ones = sorted_eigenvalues(ones);
  const std::vector<double> of_diagonal = sorted_eigenvalues(diagonal);
  for (int i = 0; i < kElements; ++i) {
    EXPECT_NEAR(found[i], cosines[i], 2e-6);
    EXPECT_NEAR(of_ones[i], i + 1 < kElements ? 0 : kElements, 1e-5);
    EXPECT_EQ(of_diagonal[i], i + 1);
  }
  EXPECT_EQ(sorted_eigenvalues(Covariance{}), std::vector<double>(kElements, 0.0));
}

// Fewer windows than a block has samples, and one: what is left of the smallest eigenvalues is
// rounding, now and then all of it above the bound. No block gets a value that is not a number.
TEST(SpeedStatisticsBits, OfTooFewWindowsAreSingular) {
  const Size size{25, 5};
  for (const int amplitude : {1, 100, 250}) {
    for (unsigned seed = 0; seed < 400; ++seed) {
      std::mt19937 random(seed);
      std::vector<float> plane(125);
      for (float& sample : plane) {
        const int thousandths = static_cast<int>(random() % 2001) - 1000;
        sample = static_cast<float>(amplitude * thousandths) / 1000.0f;
      }
      const BlockStatistics found = statistics_of(plane, size);
      EXPECT_TRUE(found.is_singular) << amplitude << ' ' << seed;
      for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(std::isfinite(found.entropies[i])) << amplitude << ' ' << seed;
        EXPECT_EQ(found.variances[i], 0);
      }
    }
  }
}

std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }

TEST(SpeedStatisticsBits, AreTheSameOnEveryTarget) {
  for (const Size size : kStatisticsSizes) {
    const std::vector<float> ref = floats_of(noise_plane(size, 3));
    const std::vector<float> dist = floats_of(noise_plane(size, 4));
    const int blocks = size.width / 5 * (size.height / 5);
    std::vector<std::vector<std::uint32_t>> found;
    for (const std::int64_t target : supported_targets()) {
      const ScopedTarget scoped(target);
      std::vector<std::uint32_t>& bits = found.emplace_back();
      const BlockStatistics of_ref = statistics_of(ref, size);
      const BlockStatistics of_dist = statistics_of(dist, size);
      for (int i = 0; i < blocks; ++i) {
        bits.push_back(bits_of(of_ref.entropies[i]));
        bits.push_back(bits_of(of_ref.variances[i]));
      }
      ComparisonScratch scratch;
      for (int mode = 0; mode <= 6; ++mode) {
        const SpeedOptions options{.weight_var_mode = mode};
        bits.push_back(bits_of(compare(of_ref, of_dist, blocks, options, scratch).value));
      }
      EXPECT_EQ(bits, found.front()) << target_name(target);
    }
  }
}

}  // namespace
}  // namespace assay::check
