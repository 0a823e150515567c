// Runs the program as a user does.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace assay::cli {

struct Outcome {
  int code = -1;  // the exit code, or 128 plus the signal that ended it
  std::string out;
  std::string err;
};

using Words = std::vector<std::string>;

// A run that has started. Descriptors 0 to 2 are those given, -1 for closed.
class Process {
 public:
  Process(const Words& words, int in, int out, int err);
  ~Process();  // ends it
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t id() const { return id_; }
  int wait();  // the exit code

 private:
  pid_t id_ = -1;
};

// The files of one test, in a folder of their own.
class CliTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, const std::string& bytes) const;
  std::string get(const std::string& name) const;
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  // Names of all files, sorted.
  Words files() const;

  // Runs assay with these words.
  Outcome assay(const Words& words) const;
  // Runs a bash line in the folder; $assay is the program.
  Outcome shell(const std::string& line) const;

  std::filesystem::path folder_;

 private:
  Outcome run(const Words& words) const;
};

// Every line of a text.
Words lines_of(const std::string& text);

}  // namespace assay::cli
