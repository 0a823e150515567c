#include "command.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

int open_for(const fs::path& path, int flags) {
  return open(path.c_str(), flags | O_CLOEXEC, 0600);
}

}  // namespace

Process::Process(const Words& words, int in, int out, int err) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  id_ = fork();
  if (id_ != 0) return;
  // Out of the way of 0 to 2 first.
  int given[3] = {in, out, err};
  for (int& fd : given) {
    if (fd >= 0) fd = fcntl(fd, F_DUPFD_CLOEXEC, 10);
  }
  for (int i = 0; i < 3; ++i) given[i] < 0 ? close(i) : dup2(given[i], i);
  execv(argv[0], argv.data());
  _exit(127);
}

Process::~Process() {
  if (id_ <= 0) return;
  kill(id_, SIGKILL);
  waitpid(id_, nullptr, 0);
}

int Process::wait() {
  int status = 0;
  if (id_ <= 0 || waitpid(id_, &status, 0) != id_) return -1;
  id_ = -1;
  constexpr int kSignalBase = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
}

void CliTest::SetUp() {
  std::string pattern = (fs::temp_directory_path() / "assay_cli_XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  folder_ = pattern;
  setenv("assay", ASSAY_PROGRAM, 1);
}

void CliTest::TearDown() { fs::remove_all(folder_); }

void CliTest::put(const std::string& name, const std::string& bytes) const {
  std::ofstream(folder_ / name, std::ios::binary) << bytes;
}

std::string CliTest::get(const std::string& name) const { return read_file(folder_ / name); }

Words CliTest::files() const {
  Words names;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Outcome CliTest::run(const Words& words) const {
  const fs::path out_path = folder_.string() + ".out", err_path = folder_.string() + ".err";
  const int in = open_for("/dev/null", O_RDONLY);
  const int out = open_for(out_path, O_WRONLY | O_CREAT | O_TRUNC);
  const int err = open_for(err_path, O_WRONLY | O_CREAT | O_TRUNC);
  Outcome outcome;
  outcome.code = Process(words, in, out, err).wait();
  for (const int fd : {in, out, err}) close(fd);
  outcome.out = read_file(out_path);
  outcome.err = read_file(err_path);
  fs::remove(out_path);
  fs::remove(err_path);
  return outcome;
}

Outcome CliTest::assay(const Words& words) const {
  Words all = {ASSAY_PROGRAM};
  all.insert(all.end(), words.begin(), words.end());
  return run(all);
}

Outcome CliTest::shell(const std::string& line) const {
  return run({"/bin/bash", "-c", "cd '" + folder_.string() + "' && " + line});
}

Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace assay::cli
