#include "media/container_end.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "media/input_error.h"

namespace assay {
namespace {

Error cut(std::string_view unit) {
  return input_cause("the input ends too early, inside " + std::string(unit));
}

// Reads up to count bytes; fewer where the file has no more or cannot be read.
std::vector<std::uint8_t> bytes_at(const ByteStream& file, std::int64_t position,
                                   std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  const auto got = file.read_at(position, std::as_writable_bytes(std::span(bytes)));
  bytes.resize(got ? *got : 0);
  return bytes;
}

// Transport packets have 188 bytes from their sync byte on, with 4 before or 16 behind in two
// variants.
Status check_mpegts(const ByteStream& file) {
  constexpr std::size_t packet = 188;
  constexpr int repeats = 5;
  const std::vector<std::uint8_t> start = bytes_at(file, 0, 204 * (repeats + 1));
  for (const std::size_t step : {packet, std::size_t{192}, std::size_t{204}}) {
    for (std::size_t first = 0; first < step && first + step * repeats < start.size(); ++first) {
      int syncs = 0;
      while (syncs <= repeats && start[first + step * syncs] == 0x47) ++syncs;
      if (syncs <= repeats) continue;
      const std::size_t left = static_cast<std::size_t>(file.size()) - first;
      if (left % step == 0 || left % step == packet) return {};
      return cut("a transport packet");
    }
  }
  return {};
}

// The header says its own size; each picture has 12 bytes before it.
Status check_ivf(const ByteStream& file, const PacketTotals& totals) {
  const std::vector<std::uint8_t> header = bytes_at(file, 0, 8);
  if (header.size() < 8) return cut("its header");
  const std::int64_t header_bytes = header[6] | header[7] << 8;
  return header_bytes + 12 * totals.packets + totals.bytes < file.size() ? Status(cut("a picture"))
                                                                         : Status();
}

// A page has 27 bytes, a table of segment sizes, and the segments.
Status check_ogg(const ByteStream& file) {
  constexpr std::int64_t longest_page = 27 + 255 + 255 * 255;
  const std::int64_t from = std::max<std::int64_t>(file.size() - longest_page, 0);
  const std::vector<std::uint8_t> tail = bytes_at(file, from, longest_page);
  constexpr std::array<std::uint8_t, 4> sign = {'O', 'g', 'g', 'S'};
  const auto page = std::find_end(tail.begin(), tail.end(), sign.begin(), sign.end());
  const auto left = static_cast<std::size_t>(tail.end() - page);
  if (left == 0) return {};
  std::size_t bytes = 27;
  if (left > 26) {
    bytes += page[26];
    for (std::size_t i = 27; i < std::min<std::size_t>(left, 27u + page[26]); ++i) bytes += page[i];
  }
  return left < bytes ? Status(cut("a page")) : Status();
}

// Chunks one after the other, each with its size; long files have several.
Status check_avi(const ByteStream& file) {
  std::int64_t position = 0;
  while (position < file.size()) {
    const std::vector<std::uint8_t> chunk = bytes_at(file, position, 8);
    if (chunk.size() < 8 || std::memcmp(chunk.data(), "RIFF", 4) != 0) return {};
    const std::uint32_t bytes =
        chunk[4] | chunk[5] << 8 | chunk[6] << 16 | std::uint32_t{chunk[7]} << 24;
    if (bytes == 0) return {};  // a recording that nobody finished says no size
    position += 8 + std::int64_t{bytes} + bytes % 2;
  }
  return position > file.size() + 1 ? Status(cut("a RIFF chunk")) : Status();
}

}  // namespace

Status check_container_end(std::string_view demuxer, const ByteStream& file,
                           const PacketTotals& totals) {
  if (demuxer == "mpegts") return check_mpegts(file);
  if (demuxer == "ivf") return check_ivf(file, totals);
  if (demuxer == "avi") return check_avi(file);
  if (demuxer == "ogg") return check_ogg(file);
  if (demuxer == "obu" && totals.bytes < file.size()) return cut("a picture");
  return {};
}

}  // namespace assay
