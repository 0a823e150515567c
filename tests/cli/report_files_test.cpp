// Report files as the program writes them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "pair_test.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

class ReportFiles : public PairTest {
 protected:
  std::string written(const std::string& name, Words more) {
    more.insert(more.end(), {"-o", path(name)});
    const Outcome outcome = psnr(more);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return get(name);
  }
};

TEST_F(ReportFiles, HaveTheFormatAskedFor) {
  EXPECT_TRUE(written("r", {}).starts_with("<VMAF version=\""));
  EXPECT_TRUE(written("r.txt", {"--csv"}).starts_with("Frame,psnr_y,psnr_cb,psnr_cr,\n0,"));
  EXPECT_TRUE(written("r.csv", {}).starts_with("Frame,"));
  EXPECT_TRUE(written("r.JSON", {}).starts_with("{\n  \"version\": \""));
  EXPECT_TRUE(written("r.sub", {}).starts_with("{0}{1}frame: 0|psnr_y: "));
  EXPECT_TRUE(written("r.json", {"--xml"}).starts_with("<VMAF"));
  EXPECT_TRUE(written("r.json", {"--xml", "--json", "--csv"}).starts_with("Frame,"));
}

TEST_F(ReportFiles, HoldTheSameScores) {
  const Json json = Json::parse(written("r.json", {}));
  const std::string xml = written("r.xml", {}), csv = written("r.csv", {}),
                    sub = written("r.sub", {});
  ASSERT_EQ(json["frames"].size(), 4U);
  const Words rows = lines_of(csv), subtitles = lines_of(sub);
  ASSERT_EQ(rows.size(), 5U);
  ASSERT_EQ(subtitles.size(), 4U);
  const std::regex number("\"psnr_y\": ([0-9.]+)");
  const std::string text = get("r.json");
  int frame = 0;
  for (std::sregex_iterator i(text.begin(), text.end(), number), end; i != end; ++i, ++frame) {
    const std::string score = (*i)[1];
    const std::string n = std::to_string(frame);
    EXPECT_NE(xml.find("<frame frameNum=\"" + n + "\" psnr_y=\"" + score + "\" "),
              std::string::npos);
    EXPECT_TRUE(rows[frame + 1].starts_with(n + "," + score + ",")) << rows[frame + 1];
    EXPECT_NE(subtitles[frame].find("|psnr_y: " + score + "|"), std::string::npos);
  }
  EXPECT_EQ(frame, 4);
}

TEST_F(ReportFiles, KeepColumnsUnderSubsampling) {
  const Words rows = lines_of(written(
      "r.csv", {"--subsample", "2", "--feature", "psnr=enable_mse=true:enable_apsnr=true"}));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_TRUE(rows[1].starts_with("0,"));
  EXPECT_TRUE(rows[2].starts_with("2,"));
  const auto commas = [](const std::string& row) {
    return std::count(row.begin(), row.end(), ',');
  };
  for (const std::string& row : rows) {
    EXPECT_EQ(commas(row), commas(rows[0]));
    EXPECT_EQ(row.back(), ',');
    EXPECT_EQ(row.find(",,"), std::string::npos) << row;
  }
}

TEST_F(ReportFiles, TakePrecisionAndPercentiles) {
  const std::string text = written("r.json", {"--precision", "2", "--percentiles", "5,50,99.9,5"});
  const Json json = Json::parse(text);
  Words names;
  for (const auto& item : json["pooled_metrics"]["psnr_y"].items()) names.push_back(item.key());
  EXPECT_EQ(names, (Words{"min", "max", "mean", "harmonic_mean", "p5", "median", "p99.9"}));
  EXPECT_TRUE(std::regex_search(text, std::regex("\"psnr_y\": [0-9]+\\.[0-9]{2}[,\n]")));
  const std::string max = written("r.json", {"--precision", "max"});
  EXPECT_TRUE(std::regex_search(max, std::regex("\"psnr_y\": [0-9]+\\.[0-9]{10,}")));
  const std::string close = written("close.json", {"--percentiles", "99.999999,33.3333333,100"});
  for (const char* label : {"\"p99.999999\":", "\"p33.3333333\":", "\"p100\":"}) {
    EXPECT_NE(close.find(label), std::string::npos) << label;
  }
  const std::string table = psnr({"--percentiles", "50", "--precision", "1"}).out;
  EXPECT_NE(lines_of(table)[0].find("median"), std::string::npos);
  EXPECT_TRUE(std::regex_search(table, std::regex("psnr_y +[0-9]+\\.[0-9] ")));
}

TEST_F(ReportFiles, StayValidForIdenticalVideos) {
  for (const char* min_sse : {"0", "1e-300", "1e300"}) {
    const std::string feature =
        std::string("psnr=enable_mse=true:enable_apsnr=true:min_sse=") + min_sse;
    const Outcome outcome = assay({path("ref.y4m"), path("ref.y4m"), "--feature", feature,
                                   "--feature", "float_psnr", "--json", "--percentiles", "50"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const Json json = Json::parse(outcome.out, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << outcome.out;
  }
}

TEST_F(ReportFiles, GoToStandardOutputAlone) {
  for (const Words& words :
       {Words{"--json"}, Words{"--json", "-o", "-"}, Words{"--json", "-o", "/dev/stdout"},
        Words{"--json", "-o", "/dev/fd/1"}}) {
    const Outcome outcome = psnr(words);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_FALSE(Json::parse(outcome.out, nullptr, false).is_discarded()) << outcome.out;
    EXPECT_EQ(outcome.err, "");
  }
}

TEST_F(ReportFiles, ReplaceOldOnesWhole) {
  put("r.csv", std::string(100000, 'x'));
  std::filesystem::permissions(path("r.csv"), std::filesystem::perms(0640));
  EXPECT_EQ(lines_of(written("r.csv", {})).size(), 5U);
  EXPECT_EQ(std::filesystem::status(path("r.csv")).permissions(), std::filesystem::perms(0640));
  EXPECT_EQ(files(), (Words{"dist.y4m", "r.csv", "ref.y4m"}));
}

TEST_F(ReportFiles, TellOfTheTagsAndTheWarnings) {
  const Json json = Json::parse(written("r.json", {}));
  EXPECT_EQ(json["assay"]["ref"]["colour"]["matrix"], "unspecified");
  EXPECT_TRUE(json["assay"]["warnings"].is_array());
  EXPECT_EQ(json["version"], json["assay"]["version"]);
  EXPECT_TRUE(json["fps"].is_number());
}

// Names with a newline, an escape sequence and a byte that is not UTF-8.
TEST_F(ReportFiles, BearAnyNameOfAVideo) {
  const std::string name = "a\nb\x1b[1m\xff\u00e9.y4m";
  std::filesystem::rename(path("dist.y4m"), path(name));
  const Outcome outcome = psnr({"--json", "--frame_skip_ref", "1"}, "ref.y4m", name);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["assay"]["dist"]["path"], path("a\nb\x1b[1m\ufffd\u00e9.y4m"));
  EXPECT_NE(json["assay"]["warnings"][0].get<std::string>().find("the frame counts differ"),
            std::string::npos);
  const std::string shown = path("a\\nb\\x1b[1m\\xff\u00e9.y4m");
  EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find(shown + " has 4"), std::string::npos) << outcome.err;
  put(name, "YUV4MPEG2 W0 H0\n");
  const Outcome bad = psnr({}, "ref.y4m", name);
  EXPECT_EQ(bad.code, 2);
  EXPECT_EQ(lines_of(bad.err).size(), 1U) << bad.err;
  EXPECT_TRUE(bad.err.starts_with("assay: " + shown + ": ")) << bad.err;
}

}  // namespace
}  // namespace assay::cli
