// The engine sends those planes to a device that a metric reads there.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "assay/devices.h"
#include "assay/scorer.h"

namespace assay {
namespace {

constexpr VideoFormat kFormat{.width = 400, .height = 360};

// A picture whose samples depend on seed, with those planes alone whose bit is set; the engine
// cannot read the others.
Frame made_of(unsigned planes, std::uint32_t seed) {
  auto memory = std::make_shared<std::vector<std::uint8_t>>(3u * kFormat.width * kFormat.height);
  for (std::uint8_t& sample : *memory) {
    seed = seed * 1664525u + 1013904223u;
    sample = static_cast<std::uint8_t>(seed >> 24);
  }
  Frame frame{.format = kFormat, .planes = {}, .owner = memory, .on_device = {}};
  for (int p = 0; p < 3; ++p) {
    const int width = plane_width(kFormat, p);
    const auto* begin = memory->data() + static_cast<std::ptrdiff_t>(p) * width * kFormat.height;
    const bool is_there = (planes >> p & 1) != 0;
    frame.planes[p] = {is_there ? reinterpret_cast<const std::byte*>(begin) : nullptr, width, width,
                       plane_height(kFormat, p)};
  }
  return frame;
}

// Scores of three pairs; a plane that is read and not there ends the program.
std::vector<double> score(const std::vector<MetricRequest>& metrics, const ScorerOptions& place,
                          unsigned planes) {
  Result<Scorer> scorer = Scorer::create(metrics, kFormat, kFormat, place);
  EXPECT_TRUE(scorer) << scorer.error().message;
  if (!scorer) return {};
  for (std::uint32_t n = 0; n < 3; ++n) {
    EXPECT_TRUE(scorer->submit(made_of(planes, n), made_of(planes, 7 * n + 1)));
  }
  EXPECT_TRUE(scorer->finish());
  std::vector<double> values;
  const ScoreTable& scores = scorer->scores();
  for (std::size_t f = 0; f < scores.features().size(); ++f) {
    for (std::int64_t n = 0; n < scores.frame_count(); ++n) {
      values.push_back(scores.at(f, n).value_or(-1));
    }
  }
  return values;
}

void expect_sent(const std::vector<MetricRequest>& metrics, unsigned planes) {
  const std::vector<double> expected = score(metrics, {.backend = Backend::cpu}, 0b111);
  EXPECT_FALSE(expected.empty());
  for (const DeviceInfo& device : list_devices()) {
    const ScorerOptions there{.backend = device.backend, .device = device.index, .strict = true};
    EXPECT_EQ(score(metrics, there, planes), expected) << name_of(device.backend);
  }
}

TEST(SentPlanes, AreChromaWhereChromaAloneIsRead) { expect_sent({{"speed_chroma", {}}}, 0b110); }

TEST(SentPlanes, AreLumaWhereLumaAloneIsRead) {
  expect_sent({{"speed_temporal", {}}, {"motion", {}}}, 0b001);
}

TEST(SentPlanes, AreThoseOfAnyMetric) {
  expect_sent({{"speed_chroma", {}}, {"speed_temporal", {}}}, 0b111);
}

}  // namespace
}  // namespace assay
