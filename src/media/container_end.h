// Containers whose demuxers take a cut for an end.
#pragma once

#include <cstdint>
#include <string_view>

#include "assay/result.h"
#include "media/byte_stream.h"

namespace assay {

// What was read of a file that holds nothing but one video stream.
struct PacketTotals {
  std::int64_t packets = 0;
  std::int64_t bytes = 0;
};

// Looks at the end of a file whose demuxer, by FFmpeg's name, saw its end: mpegts, obu, ivf and
// ogg; others say so themselves. Errors: input (the file ends inside a unit of its container), with
// the bare cause.
Status check_container_end(std::string_view demuxer, const ByteStream& file,
                           const PacketTotals& totals);

}  // namespace assay
