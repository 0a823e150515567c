// Real videos as they are, where there are any.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "command.h"

namespace assay::cli {
namespace {

using Json = nlohmann::json;

class RealClips : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (!std::filesystem::exists(shared("clips/bbb_576x324_420p8_ref.mkv"))) {
      GTEST_SKIP() << "no clips in " << ASSAY_SHARED_DIR;
    }
  }
  static std::string shared(const std::string& name) {
    return std::string(ASSAY_SHARED_DIR) + "/" + name;
  }
};

TEST_F(RealClips, AreScoredAsLibvmafScoresThem) {
  const Outcome outcome =
      assay({shared("clips/bbb_576x324_420p8_ref.mkv"),
             shared("clips/bbb_576x324_420p8_x264crf40.mkv"), "--feature", "psnr=enable_mse=true",
             "--feature", "ssimulacra2", "--precision", "max", "--json", "-o", path("r.json")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(get("r.json"));
  std::ifstream file(
      shared("reference/golden/clips/bbb_576x324_420p8_x264crf40.netflix_features.json"));
  const Json expected = Json::parse(file);
  ASSERT_EQ(json["frames"].size(), expected["frames"].size());
  for (std::size_t i = 0; i < json["frames"].size(); ++i) {
    const Json& scores = json["frames"][i]["metrics"];
    for (const char* feature : {"psnr_y", "psnr_cb", "psnr_cr", "mse_y", "mse_cb", "mse_cr"}) {
      EXPECT_EQ(scores[feature], expected["frames"][i]["metrics"][feature]) << feature << " " << i;
    }
    EXPECT_TRUE(scores["ssimulacra2"].is_number());
  }
  EXPECT_EQ(json["assay"]["ref"]["colour"]["matrix"], "bt709");
  EXPECT_EQ(json["assay"]["ref"]["source"], "matroska, h264");
}

}  // namespace
}  // namespace assay::cli
