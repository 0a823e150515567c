#include "engine/resolve.h"

#include <gtest/gtest.h>

#include "unit/engine/fake_metric.h"

namespace assay {
namespace {

class Resolve : public ::testing::Test {
 protected:
  // Suffixes of the choices left for these option maps of one metric.
  std::vector<std::string> suffixes(const std::vector<OptionMap>& maps) {
    Result<std::vector<MetricChoice>> choices = resolve(maps);
    EXPECT_TRUE(choices) << choices.error().message;
    std::vector<std::string> found;
    for (const MetricChoice& choice : *choices) found.push_back(choice.suffix);
    return found;
  }

  Result<std::vector<MetricChoice>> resolve(const std::vector<OptionMap>& maps) {
    std::vector<MetricRequest> requests;
    for (const OptionMap& map : maps) requests.push_back({"fake", map});
    const std::vector<NamedMetric> metrics(maps.size(), NamedMetric{&metric_});
    return resolve_options(metrics, requests);
  }

  FakePlan plan_;
  FakeMetric metric_{plan_};
};

using Names = std::vector<std::string>;

TEST_F(Resolve, MergesTheSameValuesHoweverGiven) {
  EXPECT_EQ(suffixes({{}, {}}), Names{""});
  EXPECT_EQ(suffixes({{}, {{"loud", "false"}}, {{"sc", "1.0"}}}), Names{""});
  EXPECT_EQ(suffixes({{{"scale", "0.5"}}, {{"sc", "3"}, {"scale", "5e-1"}}}), Names{""});
}

TEST_F(Resolve, LeavesApartWhatNamesTellApart) {
  EXPECT_EQ(suffixes({{}, {{"strength", "2"}}, {{"st", "3"}}}), (Names{"", "", ""}));
}

TEST_F(Resolve, GivesThePlainKeysToTheDefaultConfiguration) {
  EXPECT_EQ(suffixes({{}, {{"loud", "true"}}}), (Names{"", "_loud"}));
  EXPECT_EQ(suffixes({{{"loud", "true"}}, {}}), (Names{"_loud", ""}));
}

TEST_F(Resolve, ElseToTheFirstConfiguration) {
  EXPECT_EQ(suffixes({{{"scale", "0.5"}}, {{"loud", "true"}, {"scale", "2"}}, {{"loud", "true"}}}),
            (Names{"", "_loud_sc_2", "_loud"}));
}

TEST_F(Resolve, DisambiguatesWithinOneVisibleName) {
  EXPECT_EQ(
      suffixes({{{"strength", "2"}}, {{"strength", "2"}, {"loud", "true"}}, {{"loud", "true"}}}),
      (Names{"", "_loud", ""}));
}

TEST_F(Resolve, RefusesValuesTooCloseToName) {
  const auto choices = resolve({{}, {{"scale", "0.5"}}, {{"scale", "0.500000001"}}});
  ASSERT_FALSE(choices);
  EXPECT_EQ(choices.error().code, ErrorCode::usage);
  EXPECT_NE(choices.error().message.find("fake"), std::string::npos);
}

TEST_F(Resolve, TakesOneBackendForTheSameValues) {
  const auto backend_of = [&](Backend a, Backend b) -> Result<Backend> {
    const std::vector<MetricRequest> requests{{"fake", {}}, {"fake", {{"loud", "false"}}}};
    const std::vector<NamedMetric> metrics{{&metric_, a}, {&metric_, b}};
    Result<std::vector<MetricChoice>> choices = resolve_options(metrics, requests);
    if (!choices) return choices.error();
    EXPECT_EQ(choices->size(), 1u);
    return choices->front().backend;
  };
  constexpr Backend kAny = Backend::automatic;
  EXPECT_EQ(backend_of(kAny, kAny).value(), kAny);
  EXPECT_EQ(backend_of(kAny, Backend::hip).value(), Backend::hip);
  EXPECT_EQ(backend_of(Backend::hip, kAny).value(), Backend::hip);
  EXPECT_EQ(backend_of(Backend::hip, Backend::hip).value(), Backend::hip);
  const Result<Backend> both = backend_of(Backend::hip, Backend::sycl);
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().code, ErrorCode::usage);
  EXPECT_EQ(both.error().message,
            "fake is asked for on hip and on sycl, and its scores have one name");
}

TEST_F(Resolve, RefusesBadOptions) {
  EXPECT_EQ(resolve({{{"strnegth", "1"}}}).error().message,
            "fake: unknown option \"strnegth\", did you mean \"strength\"?");
  EXPECT_EQ(resolve({{{"strength", "10"}}}).error().code, ErrorCode::usage);
}

TEST(ResolveNames, FindsMetrics) {
  const std::vector<MetricRequest> requests{{"psnr", {}}, {"float_psnr", {}}, {"psnr", {}}};
  const auto choices = resolve_metrics(requests);
  ASSERT_TRUE(choices);
  ASSERT_EQ(choices->size(), 2u);
  EXPECT_EQ((*choices)[0].metric->name(), "psnr");
  EXPECT_EQ((*choices)[1].metric->name(), "float_psnr");
}

TEST(ResolveNames, SuggestsNames) {
  const auto message = [](const std::string& name) {
    const std::vector<MetricRequest> requests{{name, {}}};
    const auto choices = resolve_metrics(requests);
    EXPECT_EQ(choices.error().code, ErrorCode::usage);
    return choices.error().message;
  };
  EXPECT_EQ(message("pnsr"), "unknown metric \"pnsr\", did you mean \"psnr\"?");
  EXPECT_EQ(message("psnr_cb"), "unknown metric \"psnr_cb\", it is an output of \"psnr\"");
  EXPECT_NE(message("brightness").find("there are: psnr"), std::string::npos);
  EXPECT_EQ(resolve_metrics({}).error().code, ErrorCode::usage);
}

}  // namespace
}  // namespace assay
