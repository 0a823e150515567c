// Raw video: four bytes give the format, the rest are samples.
#include "fuzz/drain.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  assay::RawFormat raw;
  raw.width = data[0] & 63;
  raw.height = data[1] & 63;
  raw.depth = 7 + data[2] % 11;
  raw.pixels = static_cast<assay::PixelFormat>(data[3] % 7);
  const std::string_view samples(reinterpret_cast<const char*>(data) + 4, size - 4);
  assay::fuzz::drain_both(samples, {.raw = raw});
  return 0;
}
