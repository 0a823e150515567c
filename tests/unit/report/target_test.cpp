#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "unit/report/sample_scores.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test.
class ReportFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "assay_report_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  static ReportOptions csv() {
    ReportOptions options;
    options.format = ReportFormat::csv;
    return options;
  }
  static Status write(const std::string& path) {
    Result<Report> report = Report::open(path, csv());
    if (!report) return report.error();
    return report->write(sample_scores(), sample_context());
  }
  static std::string read(const fs::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  static void put(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static mode_t mode(const fs::path& path) {
    struct stat status = {};
    EXPECT_EQ(stat(path.c_str(), &status), 0);
    return status.st_mode & 0777;
  }

  fs::path folder_;
  const std::string expected_ = report_text(sample_scores(), ReportFormat::csv);
};

TEST_F(ReportFile, IsWrittenWholeAndAlone) {
  const mode_t mask = umask(027);
  const Status status = write(folder_ / "r.csv");
  umask(mask);
  ASSERT_TRUE(status.ok()) << status.error().message;
  EXPECT_EQ(read(folder_ / "r.csv"), expected_);
  EXPECT_EQ(mode(folder_ / "r.csv"), 0640U);
  EXPECT_EQ(files(), 1U);
}

TEST_F(ReportFile, TouchesNothingWhenOpened) {
  put(folder_ / "old.csv", "old");
  const Result<Report> old = Report::open(folder_ / "old.csv", csv());
  const Result<Report> fresh = Report::open(folder_ / "new.csv", csv());
  EXPECT_TRUE(old.ok() && fresh.ok());
  EXPECT_EQ(read(folder_ / "old.csv"), "old");
  EXPECT_EQ(files(), 1U);
}

TEST_F(ReportFile, KeepsTheModeOfWhatItReplaces) {
  put(folder_ / "r.csv", "a longer text than the report, so that a rest of it would show");
  fs::permissions(folder_ / "r.csv", fs::perms(0604));
  ASSERT_TRUE(write(folder_ / "r.csv").ok());
  EXPECT_EQ(read(folder_ / "r.csv"), expected_);
  EXPECT_EQ(mode(folder_ / "r.csv"), 0604U);
}

TEST_F(ReportFile, FollowsLinks) {
  fs::create_directory(folder_ / "sub");
  fs::create_symlink("sub/real.csv", folder_ / "link.csv");
  fs::create_symlink("link.csv", folder_ / "second.csv");
  ASSERT_TRUE(write(folder_ / "second.csv").ok());
  EXPECT_TRUE(fs::is_symlink(folder_ / "second.csv"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.csv"));
  EXPECT_EQ(read(folder_ / "sub" / "real.csv"), expected_);
}

TEST_F(ReportFile, IsRefusedEarly) {
  put(folder_ / "file", "");
  fs::create_symlink("loop", folder_ / "loop");
  for (const std::string& path :
       {std::string(), folder_.string(), (folder_ / "none" / "r.csv").string(),
        (folder_ / "file" / "r.csv").string(), (folder_ / "none").string() + "/",
        (folder_ / "loop").string(), (folder_ / std::string(300, 'x')).string(),
        std::string("/dev/fd/987")}) {
    const Result<Report> report = Report::open(path, csv());
    ASSERT_FALSE(report.ok()) << path;
    EXPECT_EQ(report.error().code, ErrorCode::output);
    EXPECT_NE(report.error().message.find("cannot write"), std::string::npos);
    EXPECT_NE(report.error().message.find(path), std::string::npos);
  }
  EXPECT_EQ(files(), 2U);
}

// Acts as a user without privileges while it lives, where the tests run as root.
class Unprivileged {
 public:
  explicit Unprivileged(const fs::path& folder) : root_(geteuid() == 0) {
    constexpr uid_t kNobody = 65534;
    if (!root_) return;
    EXPECT_EQ(chown(folder.c_str(), kNobody, kNobody), 0);
    EXPECT_EQ(seteuid(kNobody), 0);
  }
  ~Unprivileged() {
    if (root_) {
      EXPECT_EQ(seteuid(0), 0);
    }
  }

 private:
  bool root_;
};

TEST_F(ReportFile, RefusesWhatMayNotBeWritten) {
  const Unprivileged user(folder_);
  put(folder_ / "r.csv", "old");
  fs::permissions(folder_ / "r.csv", fs::perms(0444));
  const Result<Report> file = Report::open(folder_ / "r.csv", csv());
  ASSERT_FALSE(file.ok());
  EXPECT_NE(file.error().message.find("Permission denied"), std::string::npos);
  fs::create_directory(folder_ / "sub");
  fs::permissions(folder_ / "sub", fs::perms(0555));
  EXPECT_FALSE(Report::open(folder_ / "sub" / "r.csv", csv()).ok());
}

TEST_F(ReportFile, LeavesTheTargetAloneWhenItFails) {
  put(folder_ / "r.csv", "old");
  Result<Report> report = Report::open(folder_ / "r.csv", csv());
  ASSERT_TRUE(report.ok());
  fs::remove(folder_ / "r.csv");
  fs::create_directory(folder_ / "r.csv");
  const Status status = report->write(sample_scores(), sample_context());
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::output);
  EXPECT_EQ(files(), 1U);
}

TEST_F(ReportFile, ReportsAFullDevice) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const Status status = write("/dev/full");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::output);
  EXPECT_NE(status.error().message.find("No space left"), std::string::npos);
}

TEST_F(ReportFile, GoesIntoAPipe) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::string text;
  std::thread reader([&] { text = read(pipe); });
  const Status status = write(pipe);
  reader.join();
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(text, expected_);
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(ReportFile, GoesToADescriptor) {
  const int fd = open((folder_ / "out").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(fd, 0);
  ASSERT_EQ(::write(fd, "before\n", 7), 7);
  EXPECT_TRUE(write("/dev/fd/" + std::to_string(fd)).ok());
  close(fd);
  EXPECT_EQ(read(folder_ / "out"), "before\n" + expected_);

  const int input = open((folder_ / "out").c_str(), O_RDONLY);
  const Result<Report> report = Report::open("/dev/fd/" + std::to_string(input), csv());
  EXPECT_FALSE(report.ok());
  close(input);
}

TEST_F(ReportFile, KnowsStandardOutput) {
  for (const char* path : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    const Result<Report> report = Report::open(path, csv());
    ASSERT_TRUE(report.ok()) << path;
    EXPECT_TRUE(report->is_standard_output()) << path;
  }
  const Result<Report> file = Report::open(folder_ / "r.csv", csv());
  ASSERT_TRUE(file.ok());
  EXPECT_FALSE(file->is_standard_output());
}

}  // namespace
}  // namespace assay
