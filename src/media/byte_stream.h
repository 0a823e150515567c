// The bytes of a file or pipe, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay {

// Owns a file descriptor.
class FileHandle {
 public:
  explicit FileHandle(int fd = -1) : fd_(fd) {}
  FileHandle(FileHandle&& other) noexcept;
  FileHandle& operator=(FileHandle&& other) noexcept;
  ~FileHandle();
  int get() const { return fd_; }

 private:
  int fd_;
};

// Reads forward with a small look ahead. Files can also be read at any position and mapped. Errors
// carry the bare cause.
//
// A file's size is fixed when it is opened: check_unchanged finds one that is cut or still written
// to. A file cut by somebody else while a mapped part of it is being looked at ends the process
// with SIGBUS, as with every mapped file; only the parts of pictures in flight are mapped at any
// time.
class ByteStream {
 public:
  // "-" is standard input. Errors: input (missing, not permitted, a directory).
  static Result<ByteStream> open(const std::string& path);

  // True for files, which know their size and can seek; false for pipes and devices.
  bool is_file() const { return is_file_; }
  // Files: bytes from position 0.
  std::int64_t size() const { return size_; }
  std::int64_t position() const { return position_; }

  // The next `count` bytes without passing over them; fewer only at the end. Valid until the next
  // call.
  Result<std::span<const std::byte>> peek(std::size_t count);
  // The next bytes up to and with a newline, without passing over them; no newline at the end where
  // the stream ends or `limit` bytes hold none. Valid until the next call.
  Result<std::string_view> peek_line(std::size_t limit);
  // Copies the next bytes and passes over them; fewer only at the end.
  Result<std::size_t> read(std::span<std::byte> into);
  // Copies what can be had at once, at least a byte, and passes over it; nothing only at the end.
  Result<std::size_t> read_available(std::span<std::byte> into);
  // Passes over bytes, fewer only at the end; says how many.
  Result<std::int64_t> skip(std::int64_t count);

  // Files: copies bytes from any position; fewer only at the end.
  Result<std::size_t> read_at(std::int64_t position, std::span<std::byte> into) const;
  // Files: goes to a position; behind the end there is nothing to read.
  void seek(std::int64_t position);
  // Files: passes over up to n blocks of `bytes`, as many as are there whole; says how many.
  std::int64_t skip_blocks(std::int64_t n, std::int64_t bytes);
  // Files: the next `count` bytes in place, at a multiple of `alignment`, a power of two; null
  // where that cannot be (read then copies them, or says why not). Does not pass over them. They
  // are in memory when this returns.
  std::shared_ptr<const std::byte> map(std::size_t count, std::int64_t alignment);
  // Files: an error where the size is no longer what it was.
  Status check_unchanged() const;

 private:
  ByteStream(FileHandle file, bool is_file, std::int64_t start, std::int64_t size);
  // Reads what there is, at most up to `capacity` buffered bytes. False at the end.
  Result<bool> fill(std::size_t capacity);
  Result<std::size_t> read_some(std::span<std::byte> into, std::int64_t position) const;
  void read_ahead(std::size_t count);
  std::size_t buffered() const { return tail_ - head_; }

  FileHandle file_;
  bool is_file_;
  std::int64_t start_;  // of position 0 in the file
  std::int64_t size_;
  std::int64_t position_ = 0;
  std::int64_t advised_ = 0;  // position up to which the system was asked to read ahead
  std::vector<std::byte> buffer_;
  std::size_t head_ = 0;  // the byte at position_
  std::size_t tail_ = 0;
};

}  // namespace assay
