// What is shown on a terminal.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <thread>

#include "pair_test.h"

namespace assay::cli {
namespace {

class Terminal : public PairTest {
 protected:
  // Runs with a terminal as standard error and gives what it showed. Frames of `slow` come late.
  Outcome run(const Words& words, const std::string& input = {}) {
    int terminal = -1, line = -1, feed[2];
    EXPECT_EQ(openpty(&terminal, &line, nullptr, nullptr, nullptr), 0);
    EXPECT_EQ(pipe2(feed, O_CLOEXEC), 0);
    const int out = open(path("out").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    Words all = {ASSAY_PROGRAM};
    all.insert(all.end(), words.begin(), words.end());
    Outcome outcome;
    {
      Process process(all, feed[0], out, line);
      for (const int fd : {line, out, feed[0]}) close(fd);
      std::thread writer([&] { write_slowly(feed[1], input); });
      char buffer[4096];
      for (ssize_t n; (n = read(terminal, buffer, sizeof buffer)) > 0;)
        outcome.err.append(buffer, n);
      writer.join();
      outcome.code = process.wait();
    }
    close(terminal);
    outcome.out = get("out");
    return outcome;
  }

 private:
  static void write_slowly(int fd, const std::string& input) {
    constexpr std::size_t kPieces = 8;
    for (std::size_t i = 0; i < kPieces && !input.empty(); ++i) {
      const std::size_t begin = input.size() * i / kPieces, end = input.size() * (i + 1) / kPieces;
      if (write(fd, input.data() + begin, end - begin) < 0) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(120));
    }
    close(fd);
  }
};

TEST_F(Terminal, ShowsProgressAndTheVideos) {
  const Outcome outcome = run({"-", path("dist.y4m"), "--metrics", "psnr"}, y4m_bytes(ref_clip()));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("32x24 yuv420 8 bit, 25 fps, y4m"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("no tag for matrix"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("\rframe "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("/4  "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(" fps"), std::string::npos);
  EXPECT_NE(outcome.err.find("psnr_y"), std::string::npos);
  EXPECT_NE(outcome.err.find("4 frames in "), std::string::npos) << outcome.err;
  EXPECT_EQ(lines_of(outcome.out).size(), 4U);
}

TEST_F(Terminal, StaysQuiet) {
  const Outcome outcome =
      run({"-", path("dist.y4m"), "--metrics", "psnr", "-q"}, y4m_bytes(ref_clip()));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Terminal, ShowsNothingElsewhere) {
  const Outcome outcome = psnr({});
  EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace assay::cli
