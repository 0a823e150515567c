#include "report/file_target.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>

namespace assay {
namespace {

namespace fs = std::filesystem;

// A new file that is removed unless it is moved into place.
class NewFile {
 public:
  // Makes a file with an unused name and the permissions new files get. Errors: output, naming
  // target.
  static Result<NewFile> create(const fs::path& folder, const std::string& target) {
    constexpr int kAttempts = 1000;
    for (int i = 0; i < kAttempts; ++i) {
      const std::string name = ".assay-" + std::to_string(getpid()) + "-" + std::to_string(i);
      fs::path path = folder / name;
      Descriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
      if (fd.valid()) return NewFile(std::move(path), std::move(fd));
      if (errno != EEXIST) return output_error(target, errno);
    }
    return output_error(target, EEXIST);
  }

  NewFile(NewFile&& other) noexcept
      : path_(std::exchange(other.path_, {})), fd_(std::move(other.fd_)) {}
  ~NewFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  int fd() const { return fd_.get(); }

  // False with errno set when the file cannot be completed; the target then is as before.
  bool move_to(const fs::path& target) {
    if (::fsync(fd()) != 0 && errno != EINVAL) return false;
    if (!fd_.close()) return false;
    if (::rename(path_.c_str(), target.c_str()) != 0) return false;
    path_.clear();
    return true;
  }

 private:
  NewFile(fs::path path, Descriptor fd) : path_(std::move(path)), fd_(std::move(fd)) {}
  fs::path path_;
  Descriptor fd_;
};

class FileTarget final : public ReportTarget {
 public:
  FileTarget(std::string name, fs::path path) : name_(std::move(name)), path_(std::move(path)) {}

  // Tries to make a file beside the target, which is what write does.
  Status check() const {
    struct stat status;
    if (::stat(path_.c_str(), &status) == 0 &&
        ::faccessat(AT_FDCWD, path_.c_str(), W_OK, AT_EACCESS) != 0) {
      return output_error(name_, errno);
    }
    const Result<NewFile> probe = NewFile::create(folder(), name_);
    return probe ? Status() : Status(probe.error());
  }

  Status write(const Writer& writer) override {
    Result<NewFile> file = NewFile::create(folder(), name_);
    if (!file) return file.error();
    TextOut out([&](std::string_view text) { return write_all(file->fd(), text, name_); });
    writer(out);
    if (Status status = out.finish(); !status) return status;
    if (!keep_permissions(file->fd()) || !file->move_to(path_)) return output_error(name_, errno);
    return {};
  }

 private:
  fs::path folder() const { return path_.has_parent_path() ? path_.parent_path() : "."; }

  // A file that is replaced keeps its mode and, where this user may give files away, its owner.
  bool keep_permissions(int fd) const {
    struct stat old, now;
    if (::stat(path_.c_str(), &old) != 0) return errno == ENOENT;
    if (::fstat(fd, &now) != 0) return false;
    if (old.st_uid != now.st_uid || old.st_gid != now.st_gid) {
      if (::fchown(fd, old.st_uid, old.st_gid) != 0 && errno != EPERM) return false;
    }
    return ::fchmod(fd, old.st_mode & 0777) == 0;
  }

  std::string name_;  // as the user gave it
  fs::path path_;     // links followed
};

// The place that a chain of symbolic links leads to, which need not exist.
std::optional<fs::path> follow_links(fs::path path) {
  constexpr int kLinks = 40;
  for (int i = 0; i < kLinks; ++i) {
    std::error_code error;
    const fs::path link = fs::read_symlink(path, error);
    if (error) return path;
    path = path.parent_path() / link;
  }
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<ReportTarget>> open_file_target(const std::string& path) {
  const std::optional<fs::path> place = follow_links(path);
  if (!place) return output_error(path, ELOOP);
  if (!place->has_filename()) return output_error(path, EISDIR);
  auto target = std::make_unique<FileTarget>(path, *place);
  if (Status status = target->check(); !status) return status.error();
  return std::unique_ptr<ReportTarget>(std::move(target));
}

}  // namespace assay
