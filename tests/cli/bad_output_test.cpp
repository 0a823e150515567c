// Outputs that cannot be written.
#include <gtest/gtest.h>

#include "pair_test.h"

namespace assay::cli {
namespace {

class BadOutput : public PairTest {
 protected:
  void expect(const std::string& output, const std::string& cause) {
    const Outcome outcome = psnr({"-o", output, "--json"});
    EXPECT_EQ(outcome.code, 5) << outcome.err;
    EXPECT_NE(outcome.err.find("cannot write " + output), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(cause), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(files(), (Words{"dist.y4m", "ref.y4m"}));
  }
};

TEST_F(BadOutput, IsRefused) {
  expect("/nonexistent/x", "No such file");
  expect(folder_.string(), "directory");
  expect(path("ref.y4m") + "/r.json", "Not a directory");
  expect(path(std::string(300, 'x')), "too long");
  expect("/dev/full", "No space left");
}

TEST_F(BadOutput, IsFoundBeforeAnyWork) {
  // The inputs do not exist either: the output is looked at first.
  const Outcome outcome = assay({"no.y4m", "no.y4m", "-o", "/nonexistent/x"});
  EXPECT_EQ(outcome.code, 5) << outcome.err;
}

TEST_F(BadOutput, LeavesOldReportsAlone) {
  put("r.json", "old");
  Clip clip = ref_clip();
  const std::string whole = y4m_bytes(clip);
  put("cut.y4m", whole.substr(0, whole.size() - 1));
  EXPECT_EQ(psnr({"-o", path("r.json")}, "cut.y4m").code, 2);
  EXPECT_EQ(get("r.json"), "old");
  EXPECT_EQ(files(), (Words{"cut.y4m", "dist.y4m", "r.json", "ref.y4m"}));
}

TEST_F(BadOutput, MayGrowNoFurther) {
  put("r.json", "old");
  const std::string line = "ulimit -f 1 && $assay ref.y4m dist.y4m --metrics psnr --json ";
  const Outcome file = shell(line + "-o r.json");
  EXPECT_EQ(file.code, 5) << file.err;
  EXPECT_EQ(file.err, "assay: cannot write r.json: File too large\n");
  EXPECT_EQ(get("r.json"), "old");
  const Outcome standard = shell(line + "> out.json");
  EXPECT_EQ(standard.code, 5) << standard.err;
  EXPECT_NE(standard.err.find("cannot write standard output: File too large"), std::string::npos);
  EXPECT_EQ(files(), (Words{"dist.y4m", "out.json", "r.json", "ref.y4m"}));
}

TEST_F(BadOutput, MayBeStandardOutput) {
  for (const char* options : {"", "--json", "--json -o -", "--list-metrics"}) {
    const std::string line = std::string("$assay ref.y4m dist.y4m --metrics psnr ") + options;
    const Outcome full = shell(line + " > /dev/full");
    EXPECT_EQ(full.code, 5) << full.err;
    EXPECT_NE(full.err.find("cannot write standard output: No space left"), std::string::npos);
    const Outcome closed = shell(line + " >&-");
    EXPECT_EQ(closed.code, 5) << closed.err;
    EXPECT_NE(closed.err.find("cannot write standard output"), std::string::npos);
  }
  EXPECT_EQ(shell("$assay - dist.y4m --metrics psnr <&-").code, 2);
}

TEST_F(BadOutput, MayBeStandardError) {
  Clip longer = dist_clip();
  longer.frames = 6;
  put("long.y4m", y4m_bytes(longer));
  for (const std::string error : {"2>&-", "2>/dev/full"}) {
    EXPECT_EQ(shell("$assay ref.y4m long.y4m --metrics psnr -o r.json --json " + error).code, 0);
    EXPECT_TRUE(exists("r.json"));
    EXPECT_EQ(shell("$assay --oops " + error).code, 1);
  }
}

}  // namespace
}  // namespace assay::cli
