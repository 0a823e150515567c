#include "media/av_io.h"

#include <cstdio>
#include <utility>

namespace assay {
namespace {

constexpr int buffer_size = 256 << 10;  // bytes

}  // namespace

void AvIo::FreeContext::operator()(AVIOContext* context) const {
  av_freep(&context->buffer);
  avio_context_free(&context);
}

AvIo::AvIo(ByteStream stream) : stream_(std::move(stream)) {
  auto* buffer = static_cast<std::uint8_t*>(av_malloc(buffer_size));
  if (buffer == nullptr) return;
  context_.reset(avio_alloc_context(buffer, buffer_size, 0, this, read, nullptr,
                                    stream_.is_file() ? seek : nullptr));
  if (context_ == nullptr) av_free(buffer);
}

int AvIo::read(void* self, std::uint8_t* into, int size) {
  auto& io = *static_cast<AvIo*>(self);
  const auto got = io.stream_.read_available(
      {reinterpret_cast<std::byte*>(into), static_cast<std::size_t>(size)});
  if (!got) {
    io.error_ = got.error();
    return AVERROR(EIO);
  }
  return *got == 0 ? AVERROR_EOF : static_cast<int>(*got);
}

std::int64_t AvIo::seek(void* self, std::int64_t offset, int whence) {
  ByteStream& stream = static_cast<AvIo*>(self)->stream_;
  switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return stream.size();
    case SEEK_SET: break;
    case SEEK_CUR: offset += stream.position(); break;
    case SEEK_END: offset += stream.size(); break;
    default: return AVERROR(EINVAL);
  }
  if (offset < 0) return AVERROR(EINVAL);
  stream.seek(offset);
  return offset;
}

}  // namespace assay
