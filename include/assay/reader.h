// Video input: y4m, raw planar YUV and whatever FFmpeg decodes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "assay/image.h"
#include "assay/result.h"

namespace assay {

struct RawFormat {
  int width = 0;
  int height = 0;
  int depth = 8;
  PixelFormat pixels = PixelFormat::yuv420;
};

struct ReaderOptions {
  std::optional<RawFormat>
      raw;          // the file is raw planar YUV of this format, above 8 bits 16-bit little endian
  int threads = 0;  // decoder threads; 0 lets the decoder choose
};

// Yields the pictures of one video in order. One thread at a time may call it; frames may outlive
// the reader. Every sample of a frame is at most 2^depth - 1. Alpha is left out. An error is final.
class Reader {
 public:
  virtual ~Reader() = default;

  // The stream's format, fixed by its first picture.
  virtual const VideoFormat& format() const = 0;
  // The next picture, or nothing at the end. Errors: input, naming file, frame and cause (a
  // truncated or damaged file, a format that changes midway).
  virtual Result<std::optional<Frame>> next() = 0;
  // Drops n pictures, fewer at the end of the stream; says how many were dropped.
  virtual Result<std::int64_t> skip(std::int64_t n) = 0;
  // Pictures in the whole stream, where that is known without reading it.
  virtual std::optional<std::int64_t> frame_count() const = 0;
  // About how many pictures, for progress displays; frame_count where that is known.
  virtual std::optional<std::int64_t> frame_estimate() const { return frame_count(); }
  // Says without reading on that the input ends inside a picture, where its size tells. The
  // pictures of frame_count are whole then, and next fails behind them. Errors: input, as next.
  virtual Status check_end() const { return {}; }
  // "y4m", "raw", or the container and codec.
  virtual std::string description() const = 0;
};

// Opens a file or pipe, or standard input for "-". Content decides: a y4m signature selects the y4m
// reader, the rest goes to FFmpeg; ReaderOptions::raw comes before both. Nothing but the named file
// is read. y4m and raw files are mapped a picture at a time: frames in flight look into the file,
// so a file that others cut in that moment ends the process (SIGBUS). Errors: input, usage (absurd
// raw format).
Result<std::unique_ptr<Reader>> open_reader(const std::string& path, const ReaderOptions& options);

}  // namespace assay
