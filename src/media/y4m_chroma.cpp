#include "media/y4m_chroma.h"

#include <algorithm>
#include <array>
#include <string>

namespace assay {
namespace {

struct NamedChroma {
  std::string_view name;
  Y4mChroma chroma;
};

// 420 alone is what mjpegtools calls 420jpeg.
constexpr std::array<NamedChroma, 10> eight_bits = {{
    {"420jpeg", {PixelFormat::yuv420, 8, Siting::center, false}},
    {"420mpeg2", {PixelFormat::yuv420, 8, Siting::left, false}},
    {"420paldv", {PixelFormat::yuv420, 8, Siting::top_left, false}},
    {"420", {PixelFormat::yuv420, 8, Siting::center, false}},
    {"422", {PixelFormat::yuv422, 8, Siting::unspecified, false}},
    {"444", {PixelFormat::yuv444, 8, Siting::unspecified, false}},
    {"444alpha", {PixelFormat::yuv444, 8, Siting::unspecified, true}},
    {"411", {PixelFormat::yuv411, 8, Siting::unspecified, false}},
    {"440", {PixelFormat::yuv440, 8, Siting::unspecified, false}},
    {"mono", {PixelFormat::gray, 8, Siting::unspecified, false}},
}};

// Layouts of 9 to 16 bits: the depth follows the name.
constexpr std::array<NamedChroma, 5> deep = {{
    {"420p", {PixelFormat::yuv420, 0, Siting::unspecified, false}},
    {"422p", {PixelFormat::yuv422, 0, Siting::unspecified, false}},
    {"444p", {PixelFormat::yuv444, 0, Siting::unspecified, false}},
    {"440p", {PixelFormat::yuv440, 0, Siting::unspecified, false}},
    {"mono", {PixelFormat::gray, 0, Siting::unspecified, false}},
}};

// 9 to 16, else 0.
int parse_depth(std::string_view text) {
  if (text == "9") return 9;
  if (text.size() != 2 || text[0] != '1' || text[1] < '0' || text[1] > '6') return 0;
  return 10 + text[1] - '0';
}

}  // namespace

std::optional<Y4mChroma> find_y4m_chroma(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const NamedChroma& known : eight_bits) {
    if (lower == known.name) return known.chroma;
  }
  for (const NamedChroma& known : deep) {
    if (!lower.starts_with(known.name)) continue;
    Y4mChroma chroma = known.chroma;
    chroma.depth = parse_depth(std::string_view(lower).substr(known.name.size()));
    if (chroma.depth != 0) return chroma;
  }
  return std::nullopt;
}

}  // namespace assay
