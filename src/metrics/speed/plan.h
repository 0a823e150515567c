// What SpEED does with a video of one format, on any device.
//
// Of every side (ref, dist) of every measured plane one small float plane is made, of
// across.whole x down.whole samples:
//
//   1. Samples are the floats code - 2^(depth-1). speed_temporal takes the difference of two codes,
//      the earlier minus the later frame's: ref less ref and dist less dist, with use_ref_diff the
//      earlier dist less the later ref. All of this is exact.
//   2. Where is_scaled, the plane is resampled: for sample (x, y) the products of weights
//      across.weight(i, x) * down.weight(j, y), each rounded, times the source sample, added in
//      the order of rows j and, in a row, of columns i. lanczos4 divides by the sum of these
//      weights, added in the same order.
//   3. The filter of decimation_taps about every 16th row, rows being added from the top one down,
//      then about every 16th column, columns from left to right, each product and each sum rounded.
//      Lines are reflected at their first and last samples. Nothing else of the filtered plane is
//      looked at: across.small x down.small samples remain.
//   4. The same with mean_taps about every sample; the result is subtracted, and the difference
//      times 2^-(depth-8), on the 8-bit scale, is the small plane's.
//
// Samples beyond across.whole or down.whole serve step 4 alone. Sums begin with zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/image.h"
#include "assay/result.h"
#include "metrics/speed/regular.h"
#include "metrics/speed/resampling.h"
#include "metrics/speed/sizes.h"
#include "metrics/speed/speed.h"

namespace assay::speed {

// One direction of a plane.
struct Axis {
  int source = 0;         // samples of the plane
  int scaled = 0;         // once prescaled
  int small = 0;          // once decimated
  int whole = 0;          // those in whole blocks
  Resampling resampling;  // where the plan is scaled

  int blocks() const { return whole / kSide; }
};

enum class Content : std::uint8_t { chroma, luma_changes };

struct Plan {
  SpeedOptions options;
  VideoFormat format;
  Content content = Content::chroma;
  float scale = 1;  // 2^-(depth-8)
  bool is_scaled = false;
  Method method = Method::nearest;
  Axis across;
  Axis down;
  std::vector<float> decimation_taps;
  std::vector<float> mean_taps;
  std::vector<std::string> outputs;
  std::vector<std::string> warnings;

  // The planes of a frame that are measured: the only one, or the first of two.
  int first_plane() const { return content == Content::chroma ? 1 : 0; }
  unsigned plane_mask() const { return content == Content::chroma ? 0b110 : 0b001; }
  int plane_count() const { return content == Content::chroma ? 2 : 1; }
  // Of a small plane.
  std::size_t samples() const {
    return static_cast<std::size_t>(across.whole) * static_cast<std::size_t>(down.whole);
  }
  int blocks() const { return across.blocks() * down.blocks(); }
  // Places of a block's size in a small plane, in whole blocks or not.
  int windows() const { return windows_of(across.whole, down.whole); }
};

// suffix goes behind the names of outputs. Errors: usage (a kernel scale), unsupported (planes that
// are not there or leave no block).
Result<Plan> make_plan(Content content, const SpeedOptions& options, const VideoFormat& format,
                       const std::string& suffix);

}  // namespace assay::speed
