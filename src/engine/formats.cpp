#include "engine/formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// Tags that one side lacks, and the other's values.
struct Missing {
  std::vector<std::string> names;
  std::vector<std::string> values;
};

// Fills ref's colour tags from dist's and gathers what a user should know of it.
class TagJoin {
 public:
  explicit TagJoin(std::vector<std::string>& warnings) : warnings_(warnings) {}

  // `scored` tags change scores, so that one that is on one side only is worth a warning.
  template <class Tag>
  void join(std::string_view name, Tag& ref, Tag dist, bool scored) {
    if (ref == dist) return;
    if (ref == Tag::unspecified || dist == Tag::unspecified) {
      Missing& missing = ref == Tag::unspecified ? ref_ : dist_;
      if (ref == Tag::unspecified) ref = dist;
      if (!scored) return;
      missing.names.push_back(fmt::format("{} tag", name));
      missing.values.push_back(name_of(ref));
      return;
    }
    warnings_.push_back(fmt::format("ref has {} {} but dist has {}; {} is taken for both", name,
                                    name_of(ref), name_of(dist), name_of(ref)));
  }

  void warn_of_missing() {
    warn_of(ref_, "ref", "dist");
    warn_of(dist_, "dist", "ref");
  }

 private:
  void warn_of(const Missing& missing, std::string_view side, std::string_view other) {
    if (missing.names.empty()) return;
    warnings_.push_back(fmt::format(
        "{} has no {}; {}'s ({}) {} taken for both", side, fmt::join(missing.names, " and no "),
        other, fmt::join(missing.values, ", "), missing.names.size() > 1 ? "are" : "is"));
  }

  std::vector<std::string>& warnings_;
  Missing ref_;
  Missing dist_;
};

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
  TagJoin tags(warnings);
  const bool has_chroma = plane_count(both.pixels) > 1;
  tags.join("matrix", both.colour.matrix, dist.colour.matrix, has_chroma);
  tags.join("range", both.colour.range, dist.colour.range, true);
  tags.join("transfer", both.colour.transfer, dist.colour.transfer, false);
  tags.join("primaries", both.colour.primaries, dist.colour.primaries, false);
  tags.join("chroma siting", both.colour.siting, dist.colour.siting, false);
  tags.warn_of_missing();
  if (both.fps_num == 0) {
    both.fps_num = dist.fps_num;
    both.fps_den = dist.fps_den;
  }
  return both;
}

}  // namespace assay
