#include <gtest/gtest.h>

#include "unit/report/sample_scores.h"

namespace assay {
namespace {

TEST(Csv, HasLibvmafsLayout) {
  EXPECT_EQ(report_text(sample_scores(), ReportFormat::csv),
            "Frame,psnr_y,mse_y,\n"
            "0,30.250000,61.500000,\n"
            "1,31.750000,0.0000001234567890,\n");
}

TEST(Csv, KeepsColumnsWhereScoresAreMissing) {
  EXPECT_EQ(report_text(scores_with_gaps(), ReportFormat::csv),
            "Frame,a,b,c,\n"
            "0,1.000000,,3.000000,\n"
            "2,,inf,nan,\n");
}

TEST(Csv, HasAHeaderWithoutFrames) {
  EXPECT_EQ(report_text(ScoreTable(), ReportFormat::csv), "Frame,\n");
}

TEST(Sub, HasLibvmafsLayout) {
  EXPECT_EQ(report_text(sample_scores(), ReportFormat::sub),
            "{0}{1}frame: 0|psnr_y: 30.250000|mse_y: 61.500000|\n"
            "{1}{2}frame: 1|psnr_y: 31.750000|mse_y: 0.0000001234567890|\n");
}

TEST(Sub, LeavesOutWhatIsMissing) {
  EXPECT_EQ(report_text(scores_with_gaps(), ReportFormat::sub),
            "{0}{1}frame: 0|a: 1.000000|c: 3.000000|\n"
            "{2}{3}frame: 2|b: inf|c: nan|\n");
}

}  // namespace
}  // namespace assay
