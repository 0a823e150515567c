// Command lines that are wrong.
#include <gtest/gtest.h>

#include "pair_test.h"

namespace assay::cli {
namespace {

class Usage : public PairTest {
 protected:
  void expect(const Words& words, int code, const std::string& message) {
    const Outcome outcome = assay(words);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
    EXPECT_TRUE(outcome.err.starts_with("assay: ")) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(files(), (Words{"dist.y4m", "ref.y4m"}));
  }
  // The pair, then more words.
  void expect_pair(Words more, int code, const std::string& message) {
    more.insert(more.begin(), {path("ref.y4m"), path("dist.y4m")});
    expect(more, code, message);
  }
};

TEST_F(Usage, NeedsTwoVideos) {
  expect({}, 1, "two videos are needed");
  expect({"--quiet"}, 1, "two videos are needed");
  expect({"a.y4m"}, 1, "the distorted video is missing");
  expect({"-r", "a.y4m"}, 1, "the distorted video is missing");
  expect({"-d", "a.y4m"}, 1, "the reference is missing");
  expect({"a", "b", "-r", "c"}, 1, "not both");
  expect({"a", "b", "c"}, 1, "unexpected argument \"c\"");
  expect({"--", "a", "b", "--quiet"}, 1, "unexpected argument \"--quiet\"");
  expect({"-", "-"}, 1, "both videos cannot come from standard input");
  expect({"-r", "-", "-d", "-"}, 1, "both videos cannot come from standard input");
}

TEST_F(Usage, SuggestsTheNearestName) {
  expect_pair({"--frame_cmt", "3"}, 1,
              "unknown option \"--frame_cmt\", did you mean \"--frame_cnt\"?");
  expect_pair({"--thread=3"}, 1, "unknown option \"--thread\", did you mean \"--threads\"?");
  expect_pair({"--zzzzzzzzzzzz"}, 1, "unknown option \"--zzzzzzzzzzzz\"");
  expect_pair({"-x"}, 1, "unknown option \"-x\"");
  expect_pair({"--metrics", "pnsr"}, 1, "did you mean \"psnr\"?");
  expect_pair({"--feature", "psnr=enable_mes=true"}, 1, "did you mean \"enable_mse\"?");
  expect_pair({"--backend", "cdua"}, 1, "did you mean \"cuda\"?");
}

TEST_F(Usage, ChecksNumbers) {
  for (const std::string option : {"--threads", "--subsample", "--frame_cnt", "--frame_skip_ref",
                                   "--frame_skip_dist", "--cpumask", "--gpumask"}) {
    for (const std::string value :
         {"-2", "abc", "1.5", "99999999999999999999", "0x", "3 ", "1e3"}) {
      expect_pair({option, value}, 1, option + ": ");
    }
    expect_pair({option, ""}, 1, option);
    expect_pair({option}, 1, option + ": its value is missing");
  }
  for (const std::string option : {"--threads", "--subsample", "--frame_cnt"}) {
    expect_pair({option, "-1"}, 1, option + ": ");
  }
  expect_pair({"--subsample", "2147483648"}, 1, "--subsample: ");
  expect_pair({"--threads", "1025"}, 1, "--threads: ");
  expect_pair({"--cpumask", "0x100000000"}, 1, "--cpumask: ");
  expect_pair({"--precision", "18"}, 1, "--precision: ");
  expect_pair({"--precision", "-1"}, 1, "--precision: ");
  expect_pair({"--precision", "most"}, 1, "--precision: ");
  expect_pair({"--percentiles", "1,101"}, 1, "--percentiles: \"101\"");
  expect_pair({"--percentiles", "1,,2"}, 1, "--percentiles: \"\"");
  expect_pair({"--percentiles", "nan"}, 1, "--percentiles: \"nan\"");
}

TEST_F(Usage, NeedsTheWholeRawFormat) {
  expect_pair({"-w", "32"}, 1, "missing: --height, --pixel_format, --bitdepth");
  expect_pair({"-w", "32", "-h", "24", "-p", "420"}, 1, "missing: --bitdepth");
  const Words good = {"-w", "32", "-h", "24", "-p", "420", "-b", "8"};
  const auto with = [&](std::size_t i, const std::string& value) {
    Words words = good;
    words[i] = value;
    return words;
  };
  expect_pair(with(1, "0"), 1, "--width: \"0\"");
  expect_pair(with(3, "0"), 1, "--height: \"0\"");
  expect_pair(with(1, "-32"), 1, "--width");
  expect_pair(with(1, "2147483648"), 1, "--width: \"2147483648\"");
  expect_pair(with(1, "2147483647"), 1, "2147483647");
  expect_pair(with(5, "411"), 1, "--pixel_format: \"411\" is not one of 400, 420, 422, 444");
  expect_pair(with(7, "7"), 1, "--bitdepth: \"7\"");
  expect_pair(with(7, "17"), 1, "--bitdepth: \"17\"");
}

TEST_F(Usage, ChecksMetricsAndOptions) {
  expect_pair({"--metrics", "psnr,,psnr"}, 1, "--metrics: \"\" names no metric");
  expect_pair({"--feature", "psnr=enable_mse"}, 1, "\"enable_mse\" in \"psnr=enable_mse\"");
  expect_pair({"--feature", "=x"}, 1, "--feature: \"=x\" names no metric");
  expect_pair({"--feature", "psnr=enable_mse=maybe"}, 1, "enable_mse");
  expect_pair({"--feature", "psnr=min_sse=-1"}, 1, "min_sse");
  expect_pair({"--json=csv"}, 1, "--json takes no value");
}

// Neither videos nor the output are looked at.
TEST_F(Usage, ChecksMetricsFirst) {
  expect({"no.y4m", "no.y4m", "--metrics", "pnsr", "-o", "/nonexistent/x"}, 1,
         "unknown metric \"pnsr\", did you mean \"psnr\"?");
  expect({"no.y4m", "no.y4m", "--feature", "psnr=enable_mes=true"}, 1, "\"enable_mse\"?");
  expect({"no.y4m", "no.y4m", "--feature", "psnr=min_sse=-1"}, 1, "min_sse");
}

TEST_F(Usage, TellsHeightFromHelp) { expect({"-h"}, 1, "help is --help"); }

TEST_F(Usage, RefusesModels) {
  expect_pair({"-m", "version=vmaf_v0.6.1"}, 4,
              "--model needs VMAF models, and this build has none");
  expect_pair({"--model=path=x.json", "--model", "version=y"}, 4, "--model needs VMAF models");
  expect_pair({"--aom_ctc", "v1.0"}, 4, "--aom_ctc needs VMAF models");
  expect_pair({"--nflx-ctc", "v1.0"}, 4, "--nflx_ctc needs VMAF models");
}

TEST_F(Usage, RefusesBackendsItLacks) {
  for (const std::string backend : {"vulkan", "metal"}) {
    expect_pair({"--backend", backend}, 4, "there is no " + backend + " backend here");
  }
  for (const std::string backend : {"hip", "sycl"}) {
    expect_pair({"--backend", backend, "--strict"}, 4, "backend " + backend);
    expect_pair({"--metrics", "psnr_" + backend}, 4, "backend " + backend);
  }
  expect_pair({"--backend", "foo"}, 1, "unknown backend \"foo\", there are: auto, cpu, ");
  for (const std::string backend : {"cuda", "hip", "sycl", "host"}) {
    expect_pair({"--backend", "foo"}, 1, " " + backend);
  }
  expect_pair({"--backend", "host", "--device", "1", "--strict"}, 4, "no device 1");
  expect_pair({"--device", "-1"}, 1, "--device");
  expect_pair({"--device-precision", "half"}, 1, "\"half\" is neither auto nor single");
}

TEST_F(Usage, TellsOfADeviceThatIsNotUsed) {
  const std::string warning = "warning: --device 3 has no effect on the CPU";
  EXPECT_NE(psnr({"--device", "3"}).err.find(warning), std::string::npos);
  EXPECT_NE(psnr({"--device", "3", "--backend", "cpu"}).err.find(warning), std::string::npos);
  EXPECT_EQ(psnr({"--device", "0"}).err, "");
  EXPECT_NE(psnr({"--device-precision", "single"})
                .err.find("--device-precision single has no effect on the CPU"),
            std::string::npos);
  EXPECT_EQ(psnr({"--device-precision", "single", "--backend", "host"}).err, "");
  EXPECT_EQ(psnr({"--device-precision", "auto"}).err, "");
  const Outcome fallen = psnr({"--device", "3", "--backend", "host"});
  EXPECT_EQ(fallen.err.find(warning), std::string::npos) << fallen.err;
  EXPECT_NE(fallen.err.find("no device 3"), std::string::npos) << fallen.err;
}

TEST_F(Usage, NeverWritesOverAnInput) {
  const std::string ref = get("ref.y4m"), dist = get("dist.y4m");
  expect_pair({"-o", path("ref.y4m")}, 1, "the report would overwrite the input");
  expect_pair({"-o", path("dist.y4m"), "--json"}, 1, "the report would overwrite the input");
  expect_pair({"-o", path("./dist.y4m")}, 1, "the report would overwrite the input");
  EXPECT_EQ(get("ref.y4m"), ref);
  EXPECT_EQ(get("dist.y4m"), dist);
  std::filesystem::create_symlink(path("ref.y4m"), path("zlink"));
  std::filesystem::create_hard_link(path("ref.y4m"), path("zhard"));
  EXPECT_EQ(psnr({"-o", path("zlink")}).code, 1);
  EXPECT_EQ(psnr({"-o", path("zhard")}).code, 1);
  EXPECT_EQ(shell("$assay ref.y4m dist.y4m --metrics psnr --json >> ref.y4m").code, 1);
  EXPECT_EQ(shell("$assay - dist.y4m --metrics psnr -o ref.y4m < ref.y4m").code, 1);
  EXPECT_EQ(get("ref.y4m"), ref);
}

}  // namespace
}  // namespace assay::cli
