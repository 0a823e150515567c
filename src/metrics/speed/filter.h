// The small planes of SpEED on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "assay/image.h"
#include "metrics/speed/plan.h"

namespace assay::speed {

// What a small plane is made of: a plane of codes, or the change from an earlier one.
struct Source {
  PlaneView now;
  PlaneView earlier;  // without data where the plane itself is measured
};

// A row of floats that are kept for a while.
struct KeptRows {
  std::vector<float> data;
  std::vector<int> held;  // the row in each place
};

struct FilterScratch {
  KeptRows source;
  KeptRows scaled;
  std::vector<float> row;
  std::vector<float> line;
  std::vector<float> small;
};

// Makes the plan's small plane: plan.samples() floats, rows close together, as plan.h says.
void filter(const Plan& plan, const Source& source, FilterScratch& scratch, float* to);

// The instruction set that filter runs as: a Highway target.
std::int64_t filter_target();

}  // namespace assay::speed
