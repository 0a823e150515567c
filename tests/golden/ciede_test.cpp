// ciede against Netflix's scores. Those of 4:2:2 are of the same pictures brought to 4:4:4.
#include "golden/golden_clips.h"

namespace assay::golden {
namespace {

constexpr double kBound = 1e-9;  // of a score
// Numbers that were printed with six decimals.
constexpr double kPrintedBound = 1.6e-8;

TEST(CiedeGolden, SyntheticClips) {
  expect_synthetic_clips(request_for("ciede"), "netflix_ciede_synthetic.json", 10,
                         relative_bound(kBound));
}

TEST(CiedeGolden, SyntheticClipsOf422) {
  expect_synthetic_clips(request_for("ciede"), "netflix_ciede_synthetic_422.json", 2,
                         relative_bound(kPrintedBound));
}

TEST(CiedeGolden, RealClips) {
  expect_real_clips(request_for("ciede"), "netflix_ciede_clips.json", 13, relative_bound(kBound));
}

TEST(CiedeGolden, RealClipsOf422) {
  expect_real_clips(request_for("ciede"), "netflix_ciede_clips_422.json", 2,
                    relative_bound(kPrintedBound));
}

}  // namespace
}  // namespace assay::golden
