// How the formats of the two pictures fit each other.
#pragma once

#include <string>
#include <vector>

#include "assay/image.h"
#include "assay/result.h"

namespace assay {

// Such as "1920x1080 yuv420 8-bit".
std::string describe_format(const VideoFormat& format);

// Whether size, depth and plane layout are the same.
bool same_samples(const VideoFormat& a, const VideoFormat& b);

// A format for both pictures: ref's, with dist's colour tags and frame rate where ref has none.
// Contradicting tags, and a matrix or range that one side alone has, go to warnings. Errors: usage
// (a size or depth that no picture has), mismatch.
Result<VideoFormat> join_formats(const VideoFormat& ref, const VideoFormat& dist,
                                 std::vector<std::string>& warnings);

}  // namespace assay
