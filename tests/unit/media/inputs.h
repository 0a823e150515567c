// Inputs that the reader tests make for themselves.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "assay/image.h"
#include "assay/reader.h"

namespace assay {

inline VideoFormat make_format(PixelFormat pixels, int width, int height, int depth) {
  VideoFormat format;
  format.width = width;
  format.height = height;
  format.depth = depth;
  format.pixels = pixels;
  return format;
}

// A sample of picture n that differs with every coordinate and uses all bits.
inline int sample_at(const VideoFormat& format, int n, int p, int x, int y) {
  const std::uint32_t mixed =
      (static_cast<std::uint32_t>(x) * 40503u + static_cast<std::uint32_t>(y) * 30011u +
       static_cast<std::uint32_t>(p) * 9973u + static_cast<std::uint32_t>(n) * 7919u + 1u) *
      2654435761u;
  return static_cast<int>(mixed >> (32 - format.depth));
}

// Picture n as y4m and raw files hold it.
inline std::string packed_picture(const VideoFormat& format, int n) {
  std::string bytes;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    for (int y = 0; y < plane_height(format, p); ++y) {
      for (int x = 0; x < plane_width(format, p); ++x) {
        const int sample = sample_at(format, n, p, x, y);
        bytes.push_back(static_cast<char>(sample & 255));
        if (format.depth > 8) bytes.push_back(static_cast<char>(sample >> 8));
      }
    }
  }
  return bytes;
}

// A y4m stream of `count` such pictures. `tags` stands between the size and the end of the header
// line.
inline std::string y4m_stream(const VideoFormat& format, std::string_view tags, int count,
                              std::string_view frame_line = "FRAME") {
  std::string bytes =
      "YUV4MPEG2 W" + std::to_string(format.width) + " H" + std::to_string(format.height);
  bytes.append(tags).push_back('\n');
  for (int n = 0; n < count; ++n) {
    bytes.append(frame_line).push_back('\n');
    bytes += packed_picture(format, n);
  }
  return bytes;
}

inline int sample_of(const Frame& frame, int p, int x, int y) {
  const PlaneView& plane = frame.planes[p];
  return frame.format.depth > 8 ? plane.row<std::uint16_t>(y)[x] : plane.row<std::uint8_t>(y)[x];
}

// Whether the frame has the sizes of its format and the samples of picture n.
inline ::testing::AssertionResult is_picture(const Frame& frame, int n) {
  const VideoFormat& format = frame.format;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    const PlaneView& plane = frame.planes[p];
    if (plane.width != plane_width(format, p) || plane.height != plane_height(format, p)) {
      return ::testing::AssertionFailure()
             << "plane " << p << " is " << plane.width << "x" << plane.height;
    }
    for (int y = 0; y < plane.height; ++y) {
      for (int x = 0; x < plane.width; ++x) {
        const int wanted = sample_at(format, n, p, x, y);
        if (sample_of(frame, p, x, y) == wanted) continue;
        return ::testing::AssertionFailure()
               << "picture " << n << " plane " << p << " at " << x << ", " << y << ": "
               << sample_of(frame, p, x, y) << ", not " << wanted;
      }
    }
  }
  return ::testing::AssertionSuccess();
}

// A folder that lives as long as the test.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "assay_media_XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

 private:
  std::filesystem::path path_;
};

// A pipe that a thread fills with bytes and closes.
class Pipe {
 public:
  explicit Pipe(std::string bytes) {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::pipe(ends), 0);
    out_ = ends[0];
    writer_ = std::thread([bytes = std::move(bytes), in = ends[1]] {
      std::size_t done = 0;
      while (done < bytes.size()) {
        const ssize_t put = ::write(in, bytes.data() + done, bytes.size() - done);
        if (put <= 0) break;
        done += static_cast<std::size_t>(put);
      }
      ::close(in);
    });
  }
  // Whatever the reader left is read here, so that the writer can end.
  ~Pipe() {
    char rest[4096];
    while (::read(out_, rest, sizeof(rest)) > 0) {
    }
    writer_.join();
    ::close(out_);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  std::string path() const { return "/dev/fd/" + std::to_string(out_); }
  int fd() const { return out_; }

 private:
  int out_ = -1;
  std::thread writer_;
};

// The next picture, where there must be one.
inline Frame take(Reader& reader) {
  Result<std::optional<Frame>> next = reader.next();
  EXPECT_TRUE(next.ok()) << (next.ok() ? "" : next.error().message);
  if (!next || !*next) {
    ADD_FAILURE() << "no picture";
    return {};
  }
  return **next;
}

// Whether the reader is at its end.
inline ::testing::AssertionResult at_end(Reader& reader) {
  Result<std::optional<Frame>> next = reader.next();
  if (!next) return ::testing::AssertionFailure() << next.error().message;
  if (*next) return ::testing::AssertionFailure() << "there is a picture more";
  return ::testing::AssertionSuccess();
}

// The error message of the next picture, or what came instead.
inline std::string next_error(Reader& reader) {
  Result<std::optional<Frame>> next = reader.next();
  if (!next) return next.error().message;
  return *next ? "a picture" : "the end";
}

// The error message of opening, or "opened".
inline std::string open_error(const std::string& path, const ReaderOptions& options = {}) {
  const auto reader = open_reader(path, options);
  return reader ? "opened" : reader.error().message;
}

}  // namespace assay
