// Whole y4m streams.
#include "fuzz/drain.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes = "YUV4MPEG2 " + std::string(reinterpret_cast<const char*>(data), size);
  assay::fuzz::drain_both(bytes, {});
  return 0;
}
