// speed_chroma and speed_temporal against Netflix's scores, which they equal bit by bit.
#include "golden/golden_clips.h"

namespace assay::golden {
namespace {

double bound_of_all(const std::string&, double) { return 0; }

TEST(SpeedChromaGolden, SyntheticClips) {
  expect_synthetic_clips(request_for("speed_chroma"), "netflix_speed_chroma_synthetic.json", 12,
                         bound_of_all);
}

TEST(SpeedChromaGolden, RealClips) {
  expect_real_clips(request_for("speed_chroma"), "netflix_speed_chroma_clips.json", 15,
                    bound_of_all);
}

TEST(SpeedTemporalGolden, SyntheticClips) {
  expect_synthetic_clips(request_for("speed_temporal"), "netflix_speed_temporal_synthetic.json", 12,
                         bound_of_all);
}

TEST(SpeedTemporalGolden, RealClips) {
  expect_real_clips(request_for("speed_temporal"), "netflix_speed_temporal_clips.json", 15,
                    bound_of_all);
}

}  // namespace
}  // namespace assay::golden
