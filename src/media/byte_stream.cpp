#include "media/byte_stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "media/input_error.h"

namespace assay {
namespace {

// Sizes in bytes.
constexpr std::size_t file_buffer = 128;         // enough for a frame's header line
constexpr std::size_t pipe_buffer = 256 * 1024;  // for what is not read straight into pictures
constexpr std::size_t direct_read =
    64 * 1024;                              // from this size on, reads of pipes are not buffered
constexpr int kernel_buffer = 1024 * 1024;  // asked for behind pipes
constexpr std::int64_t ahead = 32 * 1024 * 1024;  // that the system is asked to read ahead of files

std::string system_cause(int error) { return std::generic_category().message(error); }

}  // namespace

FileHandle::FileHandle(FileHandle&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

FileHandle::~FileHandle() {
  if (fd_ >= 0) ::close(fd_);
}

Result<ByteStream> ByteStream::open(const std::string& path) {
  const bool is_standard_input = path == "-";
  FileHandle file(is_standard_input ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                    : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat facts;
  if (file.get() < 0 || ::fstat(file.get(), &facts) != 0) {
    return input_cause(fmt::format("cannot be opened: {}", system_cause(errno)));
  }
  if (S_ISDIR(facts.st_mode)) return input_cause("is a directory");
  if (!S_ISREG(facts.st_mode)) {
    ::fcntl(file.get(), F_SETPIPE_SZ, kernel_buffer);
    return ByteStream(std::move(file), false, 0, 0);
  }
  // Standard input may be a file that somebody has begun to read.
  const std::int64_t start =
      is_standard_input ? std::max<off_t>(::lseek(file.get(), 0, SEEK_CUR), 0) : 0;
  ::posix_fadvise(file.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
  const std::int64_t size = std::max<std::int64_t>(facts.st_size - start, 0);
  return ByteStream(std::move(file), true, start, size);
}

ByteStream::ByteStream(FileHandle file, bool is_file, std::int64_t start, std::int64_t size)
    : file_(std::move(file)), is_file_(is_file), start_(start), size_(size) {}

Result<std::size_t> ByteStream::read_some(std::span<std::byte> into, std::int64_t position) const {
  for (;;) {
    const ssize_t got = is_file_ ? ::pread(file_.get(), into.data(), into.size(), start_ + position)
                                 : ::read(file_.get(), into.data(), into.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd wanted{.fd = file_.get(), .events = POLLIN, .revents = 0};
      ::poll(&wanted, 1, -1);
    } else if (errno != EINTR) {
      return input_cause(fmt::format("cannot be read: {}", system_cause(errno)));
    }
  }
}

Result<bool> ByteStream::fill(std::size_t capacity) {
  assert(buffered() < capacity);
  if (head_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + head_, buffered());
    tail_ -= head_;
    head_ = 0;
  }
  capacity = std::max(capacity, is_file_ ? file_buffer : pipe_buffer);
  if (buffer_.size() < capacity) buffer_.resize(capacity);
  const auto got = read_some(std::span(buffer_).subspan(tail_, capacity - tail_),
                             position_ + static_cast<std::int64_t>(tail_));
  if (!got) return got.error();
  tail_ += *got;
  return *got > 0;
}

Result<std::span<const std::byte>> ByteStream::peek(std::size_t count) {
  while (buffered() < count) {
    const auto more = fill(count);
    if (!more) return more.error();
    if (!*more) break;
  }
  return std::span<const std::byte>(buffer_).subspan(head_, std::min(count, buffered()));
}

Result<std::string_view> ByteStream::peek_line(std::size_t limit) {
  std::size_t searched = 0;
  for (;;) {
    const auto* text = reinterpret_cast<const char*>(buffer_.data()) + head_;
    const std::size_t length = std::min(buffered(), limit);
    if (length > searched) {
      if (const void* end = std::memchr(text + searched, '\n', length - searched)) {
        return std::string_view(text, static_cast<const char*>(end) + 1 - text);
      }
    }
    searched = length;
    if (length == limit) return std::string_view(text, length);
    const auto more = fill(std::min(limit, 2 * (length + file_buffer)));
    if (!more) return more.error();
    if (!*more)
      return std::string_view(reinterpret_cast<const char*>(buffer_.data()) + head_, length);
  }
}

Result<std::size_t> ByteStream::read_available(std::span<std::byte> into) {
  std::size_t got = std::min(into.size(), buffered());
  if (got > 0) {
    std::memcpy(into.data(), buffer_.data() + head_, got);
    head_ += got;
  } else {
    const auto direct = read_some(into, position_);
    if (!direct) return direct.error();
    got = *direct;
  }
  position_ += static_cast<std::int64_t>(got);
  return got;
}

Result<std::size_t> ByteStream::read(std::span<std::byte> into) {
  std::size_t done = 0;
  while (done < into.size()) {
    const std::span<std::byte> rest = into.subspan(done);
    if (buffered() == 0 && !is_file_ && rest.size() < direct_read) {
      const auto more = fill(pipe_buffer);
      if (!more) return more.error();
    }
    const auto got = read_available(rest);
    if (!got) return got.error();
    if (*got == 0) break;
    done += *got;
  }
  return done;
}

Result<std::int64_t> ByteStream::skip(std::int64_t count) {
  assert(count >= 0);
  if (is_file_) {
    const std::int64_t target = std::min(size_, position_ + std::min(count, size_));
    const std::int64_t passed = std::max<std::int64_t>(target - position_, 0);
    seek(position_ + passed);
    return passed;
  }
  std::int64_t passed = 0;
  while (passed < count) {
    if (buffered() == 0) {
      const auto more = fill(pipe_buffer);
      if (!more) return more.error();
      if (!*more) break;
    }
    const std::int64_t taken =
        std::min<std::int64_t>(count - passed, static_cast<std::int64_t>(buffered()));
    head_ += static_cast<std::size_t>(taken);
    position_ += taken;
    passed += taken;
  }
  return passed;
}

Result<std::size_t> ByteStream::read_at(std::int64_t position, std::span<std::byte> into) const {
  assert(is_file_);
  std::size_t done = 0;
  while (done < into.size()) {
    const auto got = read_some(into.subspan(done), position + static_cast<std::int64_t>(done));
    if (!got) return got.error();
    if (*got == 0) break;
    done += *got;
  }
  return done;
}

void ByteStream::seek(std::int64_t position) {
  assert(is_file_ && position >= 0);
  const std::int64_t forward = position - position_;
  if (forward >= 0 && forward <= static_cast<std::int64_t>(buffered())) {
    head_ += static_cast<std::size_t>(forward);
  } else {
    head_ = tail_ = 0;
  }
  position_ = position;
}

std::int64_t ByteStream::skip_blocks(std::int64_t n, std::int64_t bytes) {
  const std::int64_t passed = std::min(n, std::max<std::int64_t>(size_ - position_, 0) / bytes);
  seek(position_ + passed * bytes);
  return passed;
}

std::shared_ptr<const std::byte> ByteStream::map(std::size_t count, std::int64_t alignment) {
  assert(is_file_ && count > 0);
  if ((start_ + position_) % alignment != 0) return nullptr;
  read_ahead(count);
  static const std::int64_t page = ::sysconf(_SC_PAGESIZE);
  const std::int64_t offset = start_ + position_;
  const std::int64_t lead = offset % page;
  const std::size_t length = count + static_cast<std::size_t>(lead);
  void* base = ::mmap(nullptr, length, PROT_READ, MAP_SHARED, file_.get(), offset - lead);
  if (base == MAP_FAILED) return nullptr;
  auto unmap = [base, length](const std::byte*) { ::munmap(base, length); };
  std::shared_ptr<const std::byte> bytes(static_cast<const std::byte*>(base) + lead, unmap);
#ifdef MADV_POPULATE_READ
  // A page that cannot be had fails here, not under the reader's hands. Old kernels do not know the
  // advice.
  if (::madvise(base, length, MADV_POPULATE_READ) != 0 && errno != EINVAL) return nullptr;
#endif
  return bytes;
}

void ByteStream::read_ahead(std::size_t count) {
  const std::int64_t end = position_ + static_cast<std::int64_t>(count);
  if (end + ahead / 2 <= advised_ || advised_ >= size_) return;
  const std::int64_t from = std::max(position_, advised_);
  advised_ = end + ahead;
  ::posix_fadvise(file_.get(), start_ + from, advised_ - from, POSIX_FADV_WILLNEED);
}

Status ByteStream::check_unchanged() const {
  struct stat facts;
  if (::fstat(file_.get(), &facts) != 0) {
    return input_cause(fmt::format("cannot be read: {}", system_cause(errno)));
  }
  const std::int64_t now = facts.st_size - start_;
  if (now == size_) return {};
  return input_cause(
      fmt::format("the file changed from {} to {} bytes while it was read", size_, now));
}

}  // namespace assay
