// Videos and reports that go through pipes.
#include <gtest/gtest.h>

#include "pair_test.h"

namespace assay::cli {
namespace {

class Pipes : public PairTest {
 protected:
  std::string table() { return psnr({}).out; }
};

TEST_F(Pipes, CarryVideos) {
  const std::string expected = table();
  for (const char* line : {"$assay - dist.y4m --metrics psnr < ref.y4m",
                           "cat ref.y4m | $assay - dist.y4m --metrics psnr",
                           "cat ref.y4m | $assay /dev/stdin dist.y4m --metrics psnr",
                           "cat dist.y4m | $assay -r ref.y4m -d - --metrics psnr",
                           "$assay <(cat ref.y4m) <(cat dist.y4m) --metrics psnr",
                           "cat ref.y4m | $assay /dev/fd/0 /dev/fd/9 --metrics psnr 9< dist.y4m"}) {
    const Outcome outcome = shell(line);
    EXPECT_EQ(outcome.code, 0) << line << "\n" << outcome.err;
    EXPECT_EQ(outcome.out, expected) << line;
  }
}

TEST_F(Pipes, CarryRawVideos) {
  put("ref.yuv", raw_bytes(ref_clip()));
  put("dist.yuv", raw_bytes(dist_clip()));
  const Outcome outcome =
      shell("cat ref.yuv | $assay - dist.yuv -w 32 -h 24 -p 420 -b 8 --metrics psnr");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, table());
}

TEST_F(Pipes, CannotCarryBothVideos) {
  const Outcome outcome = shell("cat ref.y4m | $assay - /dev/stdin --metrics psnr");
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_NE(outcome.err.find("both videos cannot come from one pipe"), std::string::npos);
}

TEST_F(Pipes, ThatEndEarlyAreTruncatedInputs) {
  const Outcome outcome =
      shell("head -c 2000 ref.y4m | $assay - dist.y4m --metrics psnr -o r.json");
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_NE(outcome.err.find("frame 1"), std::string::npos) << outcome.err;
  EXPECT_FALSE(exists("r.json"));
  EXPECT_EQ(shell("true | $assay - dist.y4m --metrics psnr").code, 2);
}

TEST_F(Pipes, CarryReports) {
  const Outcome outcome = shell(
      "mkfifo p && { cat p > copy.csv & $assay ref.y4m dist.y4m --metrics psnr -o p --csv; } && "
      "wait");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(lines_of(get("copy.csv")).size(), 5U);
  const Outcome substitution = shell(
      "$assay ref.y4m dist.y4m --metrics psnr --csv -o >(cat > copy2.csv); wait $!; cat copy2.csv");
  EXPECT_NE(substitution.out.find("Frame,psnr_y"), std::string::npos) << substitution.err;
}

TEST_F(Pipes, MayCloseBeforeTheReport) {
  for (const char* options : {"--json", "--csv -o /dev/stdout", ""}) {
    // The reader of the pipe is gone before the program starts.
    const Outcome outcome = shell("{ sleep 0.3; $assay ref.y4m dist.y4m --metrics psnr " +
                                  std::string(options) + "; echo $? > code; } | true; cat code");
    EXPECT_EQ(outcome.out, "5\n") << options;
    EXPECT_NE(outcome.err.find("cannot write standard output: Broken pipe"), std::string::npos)
        << outcome.err;
  }
}

TEST_F(Pipes, LeaveTheWriterAlone) {
  // What writes an input may be stopped by the end of the range.
  const Outcome outcome =
      shell("yes | cat ref.y4m - | $assay - dist.y4m --metrics psnr --frame_cnt 2 --strict");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

}  // namespace
}  // namespace assay::cli
