#include "clips.h"

#include <fmt/format.h>

#include <cstdint>

namespace assay::cli {
namespace {

constexpr char kFrame[] = "FRAME\n";

// A hash of three numbers.
std::uint32_t mixed(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  std::uint32_t h = x * 2654435761U ^ y * 2246822519U ^ z * 3266489917U;
  h ^= h >> 15;
  h *= 2246822519U;
  return h ^ h >> 13;
}

std::string plane_bytes(const Clip& clip, int plane, int frame) {
  const bool chroma = plane > 0;
  const int width = chroma && clip.chroma != "444" ? (clip.width + 1) / 2 : clip.width;
  const int height = chroma && clip.chroma == "420" ? (clip.height + 1) / 2 : clip.height;
  std::string bytes;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      // A slope that moves, inside the range that the errors leave.
      const int scale = 1 << (clip.depth - 8);
      int value = (60 + 20 * plane + (3 * x + 5 * y + 7 * frame) % 90) * scale;
      if (clip.error > 0) {
        const auto noise = mixed(x, y, 3 * frame + plane) % (2 * clip.error + 1);
        value += static_cast<int>(noise) - clip.error;
      }
      bytes += static_cast<char>(value & 255);
      if (clip.depth > 8) bytes += static_cast<char>(value >> 8);
    }
  }
  return bytes;
}

std::string frame_bytes(const Clip& clip, int frame) {
  std::string bytes = plane_bytes(clip, 0, frame);
  if (clip.chroma != "400") bytes += plane_bytes(clip, 1, frame) + plane_bytes(clip, 2, frame);
  return bytes;
}

std::string y4m_header(const Clip& clip) {
  std::string tag = clip.chroma == "400" ? "mono" : clip.chroma;
  if (clip.depth > 8) tag += fmt::format("{}{}", clip.chroma == "400" ? "" : "p", clip.depth);
  if (clip.depth == 8 && clip.chroma == "420") tag = "420mpeg2";
  return fmt::format("YUV4MPEG2 W{} H{} F25:1 Ip A1:1 C{}\n", clip.width, clip.height, tag);
}

}  // namespace

std::string raw_bytes(const Clip& clip) {
  std::string bytes;
  for (int frame = 0; frame < clip.frames; ++frame) bytes += frame_bytes(clip, frame);
  return bytes;
}

std::string y4m_bytes(const Clip& clip) {
  std::string bytes = y4m_header(clip);
  for (int frame = 0; frame < clip.frames; ++frame) bytes += kFrame + frame_bytes(clip, frame);
  return bytes;
}

std::size_t y4m_header_size(const Clip& clip) { return y4m_header(clip).size(); }

std::size_t y4m_frame_size(const Clip& clip) {
  return sizeof kFrame - 1 + frame_bytes(clip, 0).size();
}

}  // namespace assay::cli
