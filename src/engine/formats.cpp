#include "engine/formats.h"

#include <fmt/format.h>

#include <string_view>

namespace assay {
namespace {

constexpr int kMaxSide = 65535;  // sums of squared 16-bit errors of one plane then fit 64 bits

Status check_format(const VideoFormat& format, std::string_view name) {
  const bool has_size = format.width > 0 && format.height > 0 && format.width <= kMaxSide &&
                        format.height <= kMaxSide;
  if (!has_size) {
    return Error{ErrorCode::usage, fmt::format("{} is {}x{}, sides must be 1 to {}", name,
                                               format.width, format.height, kMaxSide)};
  }
  if (format.depth < 8 || format.depth > 16) {
    return Error{ErrorCode::usage,
                 fmt::format("{} has {} bits a sample, not 8 to 16", name, format.depth)};
  }
  return {};
}

// Fills ref's tag from dist's, or says that they contradict.
template <class Tag>
void join_tag(std::string_view name, Tag& ref, Tag dist, std::vector<std::string>& warnings) {
  if (ref == Tag::unspecified) {
    ref = dist;
  } else if (dist != Tag::unspecified && dist != ref) {
    warnings.push_back(fmt::format("ref has {} {} but dist has {}; {} is taken for both", name,
                                   name_of(ref), name_of(dist), name_of(ref)));
  }
}

}  // namespace

std::string describe_format(const VideoFormat& format) {
  return fmt::format("{}x{} {} {}-bit", format.width, format.height, name_of(format.pixels),
                     format.depth);
}

bool same_samples(const VideoFormat& a, const VideoFormat& b) {
  return a.width == b.width && a.height == b.height && a.depth == b.depth && a.pixels == b.pixels;
}

Result<VideoFormat> join_formats(const VideoFormat& ref, const VideoFormat& dist,
                                 std::vector<std::string>& warnings) {
  if (Status status = check_format(ref, "ref"); !status) return status.error();
  if (Status status = check_format(dist, "dist"); !status) return status.error();
  if (!same_samples(ref, dist)) {
    return Error{ErrorCode::mismatch, fmt::format("ref is {} but dist is {}", describe_format(ref),
                                                  describe_format(dist))};
  }
  VideoFormat both = ref;
  join_tag("matrix", both.colour.matrix, dist.colour.matrix, warnings);
  join_tag("range", both.colour.range, dist.colour.range, warnings);
  join_tag("transfer", both.colour.transfer, dist.colour.transfer, warnings);
  join_tag("primaries", both.colour.primaries, dist.colour.primaries, warnings);
  join_tag("chroma siting", both.colour.siting, dist.colour.siting, warnings);
  if (both.fps_num == 0) {
    both.fps_num = dist.fps_num;
    both.fps_den = dist.fps_den;
  }
  return both;
}

}  // namespace assay
