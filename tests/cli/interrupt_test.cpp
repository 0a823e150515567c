// Runs that are stopped.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "pair_test.h"

namespace assay::cli {
namespace {

class Interrupt : public PairTest {
 protected:
  // Waits until the process has a handler for the signal.
  static bool wait_for_handler(pid_t id, int signal) {
    for (int i = 0; i < 1000; ++i) {
      std::ifstream status("/proc/" + std::to_string(id) + "/status");
      for (std::string line; std::getline(status, line);) {
        if (line.rfind("SigCgt:", 0) != 0) continue;
        if (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
};

// The reference is a pipe that holds up after some bytes.
TEST_F(Interrupt, StopsWithoutAReport) {
  const std::string whole = y4m_bytes(ref_clip());
  const std::size_t header = y4m_header_size(ref_clip()), frame = y4m_frame_size(ref_clip());
  // While the input is opened, and while pairs are scored.
  for (const std::size_t bytes : {std::size_t{0}, header - 5, header + 2 * frame}) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      SCOPED_TRACE(std::to_string(bytes) + " bytes, signal " + std::to_string(signal));
      int feed[2];
      ASSERT_EQ(pipe2(feed, O_CLOEXEC), 0);
      ASSERT_EQ(write(feed[1], whole.data(), bytes), static_cast<ssize_t>(bytes));
      const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
      const int err = open(path("err").c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
      put("r.json", "old");
      Process process(
          {ASSAY_PROGRAM, "-", path("dist.y4m"), "--metrics", "psnr", "-o", path("r.json")},
          feed[0], null, err);
      close(feed[0]);
      ASSERT_TRUE(wait_for_handler(process.id(), signal));
      const auto begin = std::chrono::steady_clock::now();
      kill(process.id(), signal);
      EXPECT_EQ(process.wait(), 128 + signal);
      EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
      for (const int fd : {feed[1], null, err}) close(fd);
      EXPECT_EQ(get("err"), "assay: interrupted\n");
      EXPECT_EQ(get("r.json"), "old");
      EXPECT_EQ(files(), (Words{"dist.y4m", "err", "r.json", "ref.y4m"}));
    }
  }
}

TEST_F(Interrupt, StopsAComparison) {
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  put("r.json", "old");
  Process process({ASSAY_PROGRAM, "compare-backends", path("ref.y4m"), path("dist.y4m"),
                   "--backend", "cpu,host", "--repeat", "1000000", "-o", path("r.json")},
                  null, null, null);
  ASSERT_TRUE(wait_for_handler(process.id(), SIGINT));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // now frames are compared
  kill(process.id(), SIGINT);
  EXPECT_EQ(process.wait(), 128 + SIGINT);
  close(null);
  EXPECT_EQ(get("r.json"), "old");
}

}  // namespace
}  // namespace assay::cli
