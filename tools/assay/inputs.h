// The two videos of a run.
#pragma once

#include <memory>
#include <string>

#include "arguments.h"
#include "assay/report.h"
#include "pair_reader.h"

namespace assay::cli {

// Errors: input, usage.
Result<std::unique_ptr<PairReader>> open_pair(const Arguments& arguments);

// What a report says of a video.
ReportInput describe(const std::string& path, const ReadAhead& video, std::int64_t skipped);

// The same as a line, such as "ref.y4m: 576x324 yuv420 8 bit, 24 fps, bt709 limited, y4m".
std::string description_line(const ReportInput& input);

}  // namespace assay::cli
