// Where a report goes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "assay/report.h"
#include "assay/result.h"
#include "report/text_out.h"

namespace assay {

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor();

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  // Closes early; false with errno set when the system reports a late write error.
  bool close();

 private:
  int fd_;
};

// Makes a text by printing all of it.
using Writer = std::function<void(TextOut&)>;

// A place for one report, found writable when it was opened.
class ReportTarget {
 public:
  virtual ~ReportTarget() = default;
  virtual Status write(const Writer& writer) = 0;
  virtual bool is_standard_output() const { return false; }

  // Errors: output.
  static Result<std::unique_ptr<ReportTarget>> open(const std::string& path);
};

// Writes everything. Errors: output, naming path.
Status write_all(int fd, std::string_view text, const std::string& path);

// An output error of errno for path.
Error output_error(const std::string& path, int error);

}  // namespace assay
