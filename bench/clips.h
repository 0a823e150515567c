// Pictures to measure on, in memory and in files.
#pragma once

#include <cstdint>
#include <string>

#include "assay/image.h"
#include "engine/stream.h"

namespace assay::bench {

// Synthetic pairs of one format, each in memory of its own: together too many for a cache. Made
// once.
const Clip& clip_of(const VideoFormat& format);

// The clip as a pair of y4m files, gone at the end of the program. Empty paths where they cannot be
// written.
struct ClipFiles {
  std::string ref;
  std::string dist;
  int frames = 0;
};
const ClipFiles& files_of(const VideoFormat& format);

// Bytes of a picture's samples.
std::int64_t picture_bytes(const VideoFormat& format);

// Such as "1920x1080/8-bit".
std::string label_of(const VideoFormat& format);

}  // namespace assay::bench
