#include "inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "cut_files.h"

namespace assay::cli {
namespace {

std::string colour_text(const Colour& colour) {
  std::vector<std::string> tags, missing;
  const auto add = [&](bool tagged, const char* kind, const char* name) {
    tagged ? tags.push_back(fmt::format("{} {}", kind, name)) : missing.push_back(kind);
  };
  add(colour.matrix != Matrix::unspecified, "matrix", name_of(colour.matrix));
  add(colour.range != Range::unspecified, "range", name_of(colour.range));
  add(colour.transfer != Transfer::unspecified, "transfer", name_of(colour.transfer));
  add(colour.primaries != Primaries::unspecified, "primaries", name_of(colour.primaries));
  add(colour.siting != Siting::unspecified, "siting", name_of(colour.siting));
  if (!missing.empty()) tags.push_back(fmt::format("no tag for {}", fmt::join(missing, ", ")));
  return fmt::format("{}", fmt::join(tags, ", "));
}

// Refuses videos whose size tells that they break off before the range is over.
Status check_ends(const Reader& ref, const Reader& dist, const PairRange& range) {
  std::optional<Error> error;
  std::int64_t pairs = std::numeric_limits<std::int64_t>::max();
  for (const auto& [reader, skip] : {std::pair(&ref, range.skip_ref), {&dist, range.skip_dist}}) {
    const Status end = reader->check_end();
    if (end) continue;
    if (!error) error = end.error();
    pairs = std::min(pairs, std::max<std::int64_t>(reader->frame_count().value_or(0) - skip, 0));
  }
  if (!error || (range.count > 0 && range.count <= pairs)) return {};
  return with_scored_pairs(*error, pairs);
}

}  // namespace

Error with_scored_pairs(Error error, std::int64_t pairs) {
  if (error.code == ErrorCode::input && pairs > 0) {
    error.message += fmt::format(" (--frame_cnt {} scores what comes before)", pairs);
  }
  return error;
}

Result<std::unique_ptr<PairReader>> open_pair(const Arguments& arguments) {
  const ReaderOptions options{.raw = arguments.raw, .threads = arguments.scorer.threads};
  watch_for_cuts(arguments.ref, arguments.dist);
  Result<std::unique_ptr<Reader>> ref = open_reader(arguments.ref, options);
  if (!ref) return ref.error();
  Result<std::unique_ptr<Reader>> dist = open_reader(arguments.dist, options);
  if (!dist) return dist.error();
  if (Status ends = check_ends(**ref, **dist, arguments.range); !ends) {
    Error error = ends.error();
    if (arguments.raw) error.message += "; are -w, -h, -p and -b right?";
    return error;
  }
  return std::make_unique<PairReader>(std::move(*ref), std::move(*dist), arguments.range);
}

ReportInput describe(const std::string& path, const ReadAhead& video, std::int64_t skipped) {
  return {.path = path,
          .source = video.description(),
          .format = video.format(),
          .skipped = skipped,
          .frames = video.known_count()};
}

std::string description_line(const ReportInput& input) {
  const VideoFormat& format = input.format;
  std::string line = fmt::format("{}: {}x{} {} {} bit, ", input.path, format.width, format.height,
                                 name_of(format.pixels), format.depth);
  if (format.fps_num > 0 && format.fps_den > 0) {
    line += fmt::format("{:.6g} fps, ", static_cast<double>(format.fps_num) / format.fps_den);
  }
  return line + fmt::format("{}; {}", input.source, colour_text(format.colour));
}

}  // namespace assay::cli
