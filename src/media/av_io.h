// A ByteStream as FFmpeg's input.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "assay/result.h"
#include "media/av_types.h"
#include "media/byte_stream.h"

namespace assay {

// Must outlive the format context that uses it. Does not move.
class AvIo {
 public:
  explicit AvIo(ByteStream stream);
  AvIo(const AvIo&) = delete;
  AvIo& operator=(const AvIo&) = delete;

  // Null without memory.
  AVIOContext* context() { return context_.get(); }
  // What reading failed with, if it did; FFmpeg only says that there was an error.
  const std::optional<Error>& error() const { return error_; }
  const ByteStream& stream() const { return stream_; }

 private:
  struct FreeContext {
    void operator()(AVIOContext* context) const;
  };
  static int read(void* self, std::uint8_t* into, int size);
  static std::int64_t seek(void* self, std::int64_t offset, int whence);

  ByteStream stream_;
  std::optional<Error> error_;
  std::unique_ptr<AVIOContext, FreeContext> context_;
};

}  // namespace assay
