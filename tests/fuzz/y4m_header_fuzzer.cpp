// A y4m header line.
#include "fuzz/drain.h"
#include "media/y4m_header.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using assay::fuzz::require;
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const auto header = assay::parse_y4m_header(line);
  if (!header) {
    require(header.error().code == assay::ErrorCode::input && !header.error().message.empty());
    return 0;
  }
  const assay::VideoFormat& format = header->format;
  require(format.width > 0 && format.height > 0 && format.depth >= 8 && format.depth <= 16);
  require(format.fps_num >= 0 && format.fps_den > 0);
  return 0;
}
