// The two videos of a run.
#pragma once

#include <memory>
#include <string>

#include "arguments.h"
#include "assay/report.h"
#include "pair_reader.h"

namespace assay::cli {

// Opens both. One whose size tells that it breaks off is refused here, unless the range ends
// before. Errors: input, usage.
Result<std::unique_ptr<PairReader>> open_pair(const Arguments& arguments);

// An input error that also says how to score the pairs that come before it.
Error with_scored_pairs(Error error, std::int64_t pairs);

// What a report says of a video.
ReportInput describe(const std::string& path, const ReadAhead& video, std::int64_t skipped);

// The same as a line, such as "ref.y4m: 576x324 yuv420 8 bit, 24 fps, bt709 limited, y4m".
std::string description_line(const ReportInput& input);

}  // namespace assay::cli
