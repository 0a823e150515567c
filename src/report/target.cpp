#include "report/target.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <optional>
#include <system_error>

#include "report/file_target.h"

namespace assay {
namespace {

// A pipe, a device or an open descriptor: written as it is.
class StreamTarget final : public ReportTarget {
 public:
  StreamTarget(Descriptor fd, std::string name, bool standard_output)
      : fd_(std::move(fd)), name_(std::move(name)), standard_output_(standard_output) {}

  bool is_standard_output() const override { return standard_output_; }

  Status write(const Writer& writer) override {
    TextOut out([this](std::string_view text) { return write_all(fd_.get(), text, name_); });
    writer(out);
    return out.finish();
  }

 private:
  Descriptor fd_;
  std::string name_;
  bool standard_output_;
};

// The descriptor a path such as "-", /dev/stdout or /dev/fd/3 stands for.
std::optional<int> descriptor_of(std::string_view path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int fd = -1;
    const char* end = path.data() + path.size();
    const auto parsed = std::from_chars(path.data() + folder.size(), end, fd);
    if (parsed.ec == std::errc() && parsed.ptr == end && fd >= 0) return fd;
  }
  return std::nullopt;
}

Result<std::unique_ptr<ReportTarget>> open_descriptor(int fd, const std::string& name) {
  const int flags = fcntl(fd, F_GETFL);
  if (flags < 0) return output_error(name, errno);
  if ((flags & O_ACCMODE) == O_RDONLY) {
    return Error{ErrorCode::output, "cannot write " + name + ": it is open for reading only"};
  }
  Descriptor copy(fcntl(fd, F_DUPFD_CLOEXEC, 3));
  if (!copy.valid()) return output_error(name, errno);
  return std::unique_ptr<ReportTarget>(
      new StreamTarget(std::move(copy), name, fd == STDOUT_FILENO));
}

Result<std::unique_ptr<ReportTarget>> open_stream(const std::string& path) {
  Descriptor fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!fd.valid()) return output_error(path, errno);
  return std::unique_ptr<ReportTarget>(new StreamTarget(std::move(fd), path, false));
}

}  // namespace

Descriptor::~Descriptor() {
  if (valid()) ::close(fd_);
}

bool Descriptor::close() { return ::close(std::exchange(fd_, -1)) == 0; }

Error output_error(const std::string& path, int error) {
  return {ErrorCode::output,
          "cannot write " + path + ": " + std::generic_category().message(error)};
}

Status write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return output_error(path, errno);
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

Result<std::unique_ptr<ReportTarget>> ReportTarget::open(const std::string& path) {
  if (path.empty()) return Error{ErrorCode::output, "cannot write a report: its name is empty"};
  if (const auto fd = descriptor_of(path)) {
    return open_descriptor(*fd, *fd == STDOUT_FILENO ? "standard output" : path);
  }
  struct stat status;
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return output_error(path, EISDIR);
    if (!S_ISREG(status.st_mode)) return open_stream(path);
  } else if (errno != ENOENT) {
    return output_error(path, errno);
  }
  return open_file_target(path);
}

}  // namespace assay
