// A clip read into memory.
#pragma once

#include <cstdint>

#include "engine/stream.h"
#include "pair_reader.h"

namespace assay::cli {

struct HeldClip {
  Clip pairs;
  bool is_cut = false;  // there are pairs that did not fit
};

// Copies the next pairs into memory until they take this many bytes, but one at least; 0 is no
// limit. Errors: input, unsupported (no memory).
Result<HeldClip> hold_clip(PairReader& pairs, std::int64_t most_bytes);

}  // namespace assay::cli
