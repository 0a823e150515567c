#include "bench/clips.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string_view>

#include "golden/synthetic_clip.h"

namespace assay::bench {
namespace {

constexpr int kDistinctPairs = 2;

// A frame with samples of its own.
Frame copy_frame(const Frame& frame) {
  std::size_t size = 0;
  for (int p = 0; p < plane_count(frame.format.pixels); ++p) {
    size += static_cast<std::size_t>(frame.planes[p].pitch) * frame.planes[p].height;
  }
  auto memory = std::make_shared<std::vector<std::byte>>(size);
  Frame copy = frame;
  copy.owner = memory;
  std::byte* out = memory->data();
  for (int p = 0; p < plane_count(frame.format.pixels); ++p) {
    const PlaneView& plane = frame.planes[p];
    const std::size_t bytes = static_cast<std::size_t>(plane.pitch) * plane.height;
    std::memcpy(out, plane.data, bytes);
    copy.planes[p].data = out;
    out += bytes;
  }
  return copy;
}

Clip make_clip(const VideoFormat& format) {
  const std::int64_t samples = std::int64_t{format.width} * format.height;
  const int count = static_cast<int>(std::clamp<std::int64_t>(16'000'000 / samples, 4, 64));
  Clip clip;
  for (int t = 0; t < kDistinctPairs; ++t) {
    golden::SyntheticPair pair = golden::synthetic_pair(format, t);
    clip.push_back({std::move(pair.ref), std::move(pair.dist)});
  }
  while (static_cast<int>(clip.size()) < count) {
    const ClipPair& first = clip[clip.size() % kDistinctPairs];
    clip.push_back({copy_frame(first.ref), copy_frame(first.dist)});
  }
  return clip;
}

bool write_y4m(const std::string& path, const Clip& clip, Frame ClipPair::*side) {
  std::ofstream out(path, std::ios::binary);
  const VideoFormat& format = (clip[0].*side).format;
  out << "YUV4MPEG2 W" << format.width << " H" << format.height << " F25:1 Ip A1:1 C420"
      << (format.depth > 8 ? fmt::format("p{}", format.depth) : "jpeg") << '\n';
  for (const ClipPair& pair : clip) {
    const Frame& frame = pair.*side;
    out << "FRAME\n";
    for (const PlaneView& plane : frame.planes) {
      out.write(reinterpret_cast<const char*>(plane.data), plane.pitch * plane.height);
    }
  }
  out.flush();
  return out.good();
}

// A folder that goes with the program.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay_bench.XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

std::int64_t picture_bytes(const VideoFormat& format) {
  std::int64_t samples = 0;
  for (int p = 0; p < plane_count(format.pixels); ++p) {
    samples += std::int64_t{plane_width(format, p)} * plane_height(format, p);
  }
  return samples * bytes_per_sample(format);
}

std::string label_of(const VideoFormat& format) {
  return fmt::format("{}x{}/{}-bit", format.width, format.height, format.depth);
}

const Clip& clip_of(const VideoFormat& format) {
  static std::map<std::string, Clip> clips;
  const auto [place, is_new] = clips.try_emplace(label_of(format));
  if (is_new) place->second = make_clip(format);
  return place->second;
}

const ClipFiles& files_of(const VideoFormat& format) {
  static const ScratchFolder folder;
  static std::map<std::string, ClipFiles> files;
  const auto [place, is_new] = files.try_emplace(label_of(format));
  if (is_new && !folder.path().empty()) {
    const Clip& clip = clip_of(format);
    const std::string stem =
        fmt::format("{}/{}x{}p{}", folder.path(), format.width, format.height, format.depth);
    ClipFiles made{stem + "_ref.y4m", stem + "_dist.y4m", static_cast<int>(clip.size())};
    if (write_y4m(made.ref, clip, &ClipPair::ref) && write_y4m(made.dist, clip, &ClipPair::dist)) {
      place->second = std::move(made);
    }
  }
  return place->second;
}

}  // namespace assay::bench
