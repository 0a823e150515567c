// Reads fuzzed bytes as a video, from a file and from a pipe, and holds readers to their word.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "assay/reader.h"

namespace assay::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

// What came out of a reader.
struct Drained {
  int frames = 0;
  std::uint64_t sum = 0;  // of all samples, each with its place
  bool failed = false;
  bool operator==(const Drained&) const = default;
};

template <class Sample>
void add_plane(const PlaneView& plane, int depth, std::uint64_t& sum) {
  for (int y = 0; y < plane.height; ++y) {
    const Sample* row = plane.row<Sample>(y);
    for (int x = 0; x < plane.width; ++x) {
      require(row[x] >> depth == 0);
      sum = sum * 31 + row[x];
    }
  }
}

// Reads at most 40 frames. Every one has the reader's format and samples within its depth.
inline Drained drain(const std::string& path, const ReaderOptions& options) {
  Drained drained;
  auto reader = open_reader(path, options);
  if (!reader) {
    require(!reader.error().message.empty());
    drained.failed = true;
    return drained;
  }
  const VideoFormat format = (*reader)->format();
  require(format.width > 0 && format.height > 0 && format.depth >= 8 && format.depth <= 16);
  while (drained.frames < 40) {
    auto frame = (*reader)->next();
    if (!frame) {
      require(frame.error().code == ErrorCode::input && !frame.error().message.empty());
      drained.failed = true;
      return drained;
    }
    if (!*frame) return drained;
    require((*frame)->format == format);
    for (int p = 0; p < plane_count(format.pixels); ++p) {
      const PlaneView& plane = (*frame)->planes[p];
      require(plane.width == plane_width(format, p) && plane.height == plane_height(format, p));
      if (format.depth > 8) {
        add_plane<std::uint16_t>(plane, format.depth, drained.sum);
      } else {
        add_plane<std::uint8_t>(plane, format.depth, drained.sum);
      }
    }
    ++drained.frames;
  }
  return drained;
}

inline std::string descriptor_path(int fd) { return "/dev/fd/" + std::to_string(fd); }

inline Drained drain_file(std::string_view bytes, const ReaderOptions& options) {
  const int fd = memfd_create("video", MFD_CLOEXEC);
  require(fd >= 0);
  require(write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  require(lseek(fd, 0, SEEK_SET) == 0);
  const Drained drained = drain(descriptor_path(fd), options);
  close(fd);
  return drained;
}

// The bytes must fit a pipe's buffer.
inline Drained drain_pipe(std::string_view bytes, const ReaderOptions& options) {
  int ends[2];
  require(pipe(ends) == 0);
  require(write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  close(ends[1]);
  const Drained drained = drain(descriptor_path(ends[0]), options);
  close(ends[0]);
  return drained;
}

// Files and pipes give the same pictures and fail alike.
inline void drain_both(std::string_view bytes, const ReaderOptions& options) {
  const Drained from_file = drain_file(bytes, options);
  if (bytes.size() <= 60000) require(drain_pipe(bytes, options) == from_file);
}

}  // namespace assay::fuzz
