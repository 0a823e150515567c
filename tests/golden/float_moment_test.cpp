// float_moment against Netflix's scores, to the last digits of a double.
#include "golden/golden_clips.h"

namespace assay::golden {
namespace {

constexpr double kBound = 1e-15;  // of a score

TEST(FloatMomentGolden, SyntheticClips) {
  expect_synthetic_clips(request_for("float_moment"), "netflix_float_moment_synthetic.json", 12,
                         relative_bound(kBound));
}

TEST(FloatMomentGolden, RealClips) {
  expect_real_clips(request_for("float_moment"), "netflix_float_moment_clips.json", 15,
                    relative_bound(kBound));
}

}  // namespace
}  // namespace assay::golden
