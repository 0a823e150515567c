#include "inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

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

}  // namespace

Result<std::unique_ptr<PairReader>> open_pair(const Arguments& arguments) {
  const ReaderOptions options{.raw = arguments.raw, .threads = arguments.scorer.threads};
  Result<std::unique_ptr<Reader>> ref = open_reader(arguments.ref, options);
  if (!ref) return ref.error();
  Result<std::unique_ptr<Reader>> dist = open_reader(arguments.dist, options);
  if (!dist) return dist.error();
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
