// Inputs that cannot be read or do not match.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "pair_test.h"

namespace assay::cli {
namespace {

class BadInput : public PairTest {
 protected:
  // A run with `name` as either video fails with this code, names the file and writes nothing.
  void expect(const std::string& name, int code, const Words& parts, const Words& more = {}) {
    for (const bool as_ref : {true, false}) {
      Words words = {"-o", path("report.json")};
      words.insert(words.end(), more.begin(), more.end());
      const Outcome outcome = as_ref ? psnr(words, name, "dist.y4m") : psnr(words, "ref.y4m", name);
      EXPECT_EQ(outcome.code, code) << name << ": " << outcome.err;
      EXPECT_EQ(outcome.out, "");
      EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
      for (const std::string& part : parts) {
        EXPECT_NE(outcome.err.find(part), std::string::npos) << part << " in " << outcome.err;
      }
      EXPECT_FALSE(exists("report.json"));
    }
  }
};

TEST_F(BadInput, Missing) {
  expect("nothing.y4m", 2, {path("nothing.y4m"), "No such file"});
  expect(".", 2, {path("."), "directory"});
}

TEST_F(BadInput, EmptyOrHeaderOnly) {
  put("empty.y4m", "");
  expect("empty.y4m", 2, {path("empty.y4m")});
  put("header.y4m", y4m_bytes(ref_clip()).substr(0, y4m_header_size(ref_clip())));
  expect("header.y4m", 2, {path("header.y4m")});
  put("half.y4m", "YUV4MPEG2 W32 H2");
  expect("half.y4m", 2, {path("half.y4m")});
  put("noise.bin", std::string(5000, '\x5a'));
  expect("noise.bin", 2, {path("noise.bin")});
}

TEST_F(BadInput, Truncated) {
  const std::string whole = y4m_bytes(ref_clip());
  const std::size_t header = y4m_header_size(ref_clip()), frame = y4m_frame_size(ref_clip());
  // Inside the first frame, inside the third, inside its header, one byte short.
  put("t0.y4m", whole.substr(0, header + frame / 2));
  expect("t0.y4m", 2, {path("t0.y4m"), "frame 0"});
  put("t2.y4m", whole.substr(0, header + 2 * frame + 100));
  expect("t2.y4m", 2, {path("t2.y4m"), "frame 2", "--frame_cnt 2 scores what comes before"});
  put("th.y4m", whole.substr(0, header + 2 * frame + 3));
  expect("th.y4m", 2, {path("th.y4m"), "frame 2"});
  put("t1.y4m", whole.substr(0, whole.size() - 1));
  expect("t1.y4m", 2, {path("t1.y4m"), "frame 3"});
  EXPECT_EQ(psnr({"--frame_cnt", "2"}, "t2.y4m").code, 0);
}

TEST_F(BadInput, TruncatedRaw) {
  const std::string whole = raw_bytes(ref_clip());  // 4 frames of 1152 bytes
  put("ref.y4m", whole);
  put("dist.y4m", whole);
  put("t.yuv", whole.substr(0, whole.size() - 1));
  const Words raw = {"-w", "32", "-h", "24", "-p", "420", "-b", "8"};
  expect("t.yuv", 2,
         {path("t.yuv"), "its 4607 bytes are not a whole number of 32x24 yuv420 8-bit frames",
          "of 1152 bytes: 1151 bytes are left behind 3 frames",
          "--frame_cnt 3 scores what comes before", "are -w, -h, -p and -b right?"},
         raw);
  for (const auto& [count, code] : {std::pair("3", 0), {"2", 0}, {"4", 2}, {"0", 2}}) {
    Words words = raw;
    words.insert(words.end(), {"--frame_cnt", count});
    EXPECT_EQ(psnr(words, "t.yuv").code, code) << count;
    EXPECT_EQ(psnr(words, "ref.y4m", "t.yuv").code, code) << count;
  }
  Words skipping = raw;
  skipping.insert(skipping.end(), {"--frame_skip_dist", "1", "--frame_cnt", "3"});
  const Outcome wrong = psnr({"-w", "32", "-h", "20", "-p", "420", "-b", "8"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("32x20"), std::string::npos) << wrong.err;
  EXPECT_NE(psnr(skipping, "ref.y4m", "t.yuv").err.find("--frame_cnt 2 scores"), std::string::npos);
  put("short.yuv", whole.substr(0, 100));
  expect("short.yuv", 2, {"100 bytes are left behind 0 frames"}, raw);
}

// The other video is a pipe without an end: nothing waits for it.
TEST_F(BadInput, IsRefusedBeforeAnythingIsScored) {
  const std::string whole = y4m_bytes(ref_clip());
  put("t.y4m", whole.substr(0, whole.size() - 1));
  put("t.yuv", raw_bytes(ref_clip()) + "rest");
  const std::string endless =
      "(cat ref.y4m; while printf 'FRAME\\n' && head -c 1152 /dev/zero; do :; done)";
  const Outcome y4m = shell("timeout 30 $assay t.y4m <" + endless + " --metrics psnr");
  EXPECT_EQ(y4m.code, 2) << y4m.err;
  EXPECT_NE(y4m.err.find("t.y4m: frame 3: the input ends 1 bytes too early"), std::string::npos)
      << y4m.err;
  const Outcome raw =
      shell("timeout 30 $assay t.yuv <(cat /dev/zero) --metrics psnr -w 32 -h 24 -p 420 -b 8");
  EXPECT_EQ(raw.code, 2) << raw.err;
  EXPECT_NE(raw.err.find("4 bytes are left behind 4 frames"), std::string::npos) << raw.err;
}

TEST_F(BadInput, TruncatedAfterTheOverlap) {
  Clip longer = ref_clip();
  longer.frames = 6;
  const std::string whole = y4m_bytes(longer);
  put("long.y4m", whole.substr(0, whole.size() - 10));
  put("pipe.sh", "cat long.y4m");
  const Outcome outcome = shell("$assay <(cat long.y4m) dist.y4m --metrics psnr");
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_NE(outcome.err.find("frame 5"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST_F(BadInput, AbsurdSizes) {
  for (const char* size : {"W0 H24", "W32 H0", "W-32 H24", "W99999999999 H24",
                           "W2147483647 H2147483647", "W32", "Wx H24"}) {
    put("absurd.y4m", std::string("YUV4MPEG2 ") + size + " F25:1 C420\nFRAME\n");
    expect("absurd.y4m", 2, {path("absurd.y4m")});
  }
}

TEST_F(BadInput, OfAnotherSize) {
  Clip clip = ref_clip();
  clip.width += 2;
  put("wide.y4m", y4m_bytes(clip));
  expect("wide.y4m", 3, {"34x24", "32x24"});
}

TEST_F(BadInput, OfAnotherDepth) {
  Clip clip = ref_clip();
  clip.depth = 10;
  put("deep.y4m", y4m_bytes(clip));
  expect("deep.y4m", 3, {"8", "10"});
}

TEST_F(BadInput, OfAnotherLayout) {
  Clip clip = ref_clip();
  clip.chroma = "444";
  put("full.y4m", y4m_bytes(clip));
  expect("full.y4m", 3, {"420", "444"});
}

TEST_F(BadInput, TooSmallForAMetric) {
  Clip clip{.width = 4, .height = 4};
  put("tiny.y4m", y4m_bytes(clip));
  const Outcome outcome =
      assay({path("tiny.y4m"), path("tiny.y4m"), "--metrics", "ssimulacra2", "-o", path("r.json")});
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_NE(outcome.err.find("8x8"), std::string::npos) << outcome.err;
  EXPECT_FALSE(exists("r.json"));
}

TEST_F(BadInput, WithoutAnyFrameLeft) {
  for (const char* option : {"--frame_skip_ref", "--frame_skip_dist"}) {
    for (const char* n : {"4", "5", "9223372036854775807"}) {
      const Outcome outcome = psnr({option, n, "-o", path("r.json")});
      EXPECT_EQ(outcome.code, 2) << outcome.err;
      const std::string name =
          path(option == std::string("--frame_skip_ref") ? "ref.y4m" : "dist.y4m");
      EXPECT_NE(outcome.err.find(name + ": no frames are left after skipping " + n + "; it has 4"),
                std::string::npos)
          << outcome.err;
      EXPECT_FALSE(exists("r.json"));
    }
  }
}

// Waits until the process has mapped a file that many times.
bool wait_for_maps(pid_t id, const std::string& file, int count) {
  for (int i = 0; i < 1000; ++i) {
    std::ifstream maps("/proc/" + std::to_string(id) + "/maps");
    int found = 0;
    for (std::string line; std::getline(maps, line);) found += line.ends_with(file) ? 1 : 0;
    if (found >= count) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// Pictures of the reference wait for a distorted video that is held up.
TEST_F(BadInput, IsCutWhileItIsRead) {
  const Clip clip{.width = 128, .height = 128, .frames = 12};
  put("ref.y4m", y4m_bytes(clip));
  put("r.json", "old");
  int feed[2];
  ASSERT_EQ(pipe2(feed, O_CLOEXEC), 0);
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  const int err = open(path("err").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  Process process({ASSAY_PROGRAM, path("ref.y4m"), "-", "--metrics", "psnr", "-o", path("r.json")},
                  feed[0], null, err);
  close(feed[0]);
  const std::string bytes = y4m_bytes(clip);
  const std::size_t header = y4m_header_size(clip), frame = y4m_frame_size(clip);
  const auto send = [&](std::size_t from, std::size_t to) {
    return write(feed[1], bytes.data() + from, to - from) == static_cast<ssize_t>(to - from);
  };
  ASSERT_TRUE(send(0, header));
  ASSERT_TRUE(wait_for_maps(process.id(), path("ref.y4m"), 3));
  std::filesystem::resize_file(path("ref.y4m"), header + frame);
  for (std::size_t n = 0; n < 2; ++n)
    ASSERT_TRUE(send(header + n * frame, header + (n + 1) * frame));
  EXPECT_EQ(process.wait(), 2);
  for (const int fd : {feed[1], null, err}) close(fd);
  EXPECT_EQ(get("err"), "assay: " + path("ref.y4m") + ": the file was cut while it was read\n");
  EXPECT_EQ(get("r.json"), "old");
  EXPECT_EQ(files(), (Words{"dist.y4m", "err", "r.json", "ref.y4m"}));
}

}  // namespace
}  // namespace assay::cli
