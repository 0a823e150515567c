// Text on its way to a report, in pieces.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include "assay/result.h"

namespace assay {

// Takes the next piece of a text. Errors: output.
using TextSink = std::function<Status(std::string_view)>;

// Gathers text and hands it on in pieces of some 64 KiB, so that a report of any length takes
// little memory. After an error the rest is dropped.
class TextOut {
 public:
  explicit TextOut(TextSink sink) : sink_(std::move(sink)) {}

  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
    if (buffer_.size() >= kPiece) flush();
  }

  bool ok() const { return status_.ok(); }
  // Hands on what is left and says whether everything was taken.
  Status finish();

 private:
  static constexpr std::size_t kPiece = 65536;
  void flush();

  TextSink sink_;
  fmt::memory_buffer buffer_;
  Status status_;
};

}  // namespace assay
