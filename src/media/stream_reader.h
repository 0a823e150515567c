// What all readers share: counting pictures, naming file and frame in errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "assay/reader.h"

namespace assay {

// A reader that takes one picture after the other. An error is final: it is given again by every
// later call. Subclasses give errors with the bare cause.
class StreamReader : public Reader {
 public:
  const VideoFormat& format() const final { return format_; }
  Result<std::optional<Frame>> next() final;
  Result<std::int64_t> skip(std::int64_t n) final;

 protected:
  // `name` is the input's name in errors.
  StreamReader(std::string name, const VideoFormat& format)
      : name_(std::move(name)), format_(format) {}

  // The input's name.
  const std::string& name() const { return name_; }

  virtual Result<std::optional<Frame>> read_picture() = 0;
  // False at the end.
  virtual Result<bool> skip_picture() = 0;
  // Whether the error just given is one of the next picture, not of some place behind the last.
  virtual bool is_of_next_picture() const { return true; }
  // Passes over up to n pictures at once, where that is possible; the rest is skipped one by one.
  virtual std::int64_t jump(std::int64_t n) { return 0; }

 private:
  Error fail(const Error& cause);

  std::string name_;
  VideoFormat format_;
  std::int64_t index_ = 0;  // of the next picture
  std::optional<Error> failure_;
};

}  // namespace assay
