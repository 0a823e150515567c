// A value or an error, for everything that can fail.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace assay {

// What went wrong, by kind. The numbers are the command line's exit codes.
enum class ErrorCode {
  usage = 1,        // a name, option or argument that does not exist or is out of range
  input = 2,        // an input cannot be opened, read or decoded
  mismatch = 3,     // the two inputs do not fit each other
  unsupported = 4,  // a metric or backend cannot do what was asked
  output = 5,       // an output cannot be written
};

struct Error {
  ErrorCode code;
  std::string message;  // one line, names the file, frame and cause where there are any
};

// Holds a T or an Error. Access to the one that is not there is a programmer error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

// Success, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<std::monostate, Error> state_;
};

using Status = Result<void>;

}  // namespace assay
