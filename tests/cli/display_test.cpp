#include <gtest/gtest.h>

#include <limits>

#include "inputs.h"
#include "messages.h"
#include "progress.h"
#include "table.h"

namespace assay::cli {
namespace {

TEST(ProgressText, GrowsWithWhatIsKnown) {
  RunState state;
  state.frames = 120;
  EXPECT_EQ(progress_text(state), "frame 120");
  state.seconds = 4;
  EXPECT_EQ(progress_text(state), "frame 120  30.0 fps");
  state.total = 480;
  EXPECT_EQ(progress_text(state), "frame 120/480  30.0 fps  ETA 0:12");
  state.total = 480000;
  EXPECT_EQ(progress_text(state), "frame 120/480000  30.0 fps  ETA 4:26:36");
  state.total = 100;  // a wrong guess
  EXPECT_EQ(progress_text(state), "frame 120/100  30.0 fps");
  state.total.reset();
  state.feature = "psnr_y";
  state.mean = 41.23456;
  EXPECT_EQ(progress_text(state), "frame 120  30.0 fps  psnr_y 41.235");
}

TEST(TableText, LinesUp) {
  ScoreTable scores;
  scores.add_feature("a_long_name");
  scores.add_feature("b");
  scores.add_feature("none");
  scores.see_frame(1);
  scores.put(0, 0, 1);
  scores.put(0, 1, 3);
  scores.put(1, 1, std::numeric_limits<double>::infinity());
  ReportOptions options;
  options.precision = 2;
  options.percentiles = {50};
  EXPECT_EQ(table_text(scores, options),
            "feature      mean   min   max  harmonic_mean  median\n"
            "a_long_name  2.00  1.00  3.00           1.67    2.00\n"
            "b             inf   inf   inf            inf     inf\n"
            "none\n");
  scores.put_aggregate("whole", 12.3456);
  EXPECT_TRUE(
      table_text(scores, options).ends_with("none\n\nwhole clip  value\nwhole       12.35\n"));
}

TEST(DescriptionLine, SaysWhatIsThere) {
  ReportInput input;
  input.path = "a.y4m";
  input.source = "y4m";
  input.format.width = 64;
  input.format.height = 36;
  input.format.fps_num = 30000;
  input.format.fps_den = 1001;
  input.format.colour.matrix = Matrix::bt709;
  EXPECT_EQ(description_line(input),
            "a.y4m: 64x36 yuv420 8 bit, 29.97 fps, y4m; matrix bt709, no tag for range, transfer, "
            "primaries, siting");
}

TEST(OneLine, EscapesWhatIsNotPlainText) {
  EXPECT_EQ(one_line("plain \u00e9 \u20ac \U0001f600 \\n"), "plain \u00e9 \u20ac \U0001f600 \\n");
  EXPECT_EQ(one_line("a\nb\tc\x1b[0m\x7f"), "a\\nb\\tc\\x1b[0m\\x7f");
  EXPECT_EQ(one_line("\xc2\x85|\xc2\xa0"), "\\xc2\\x85|\xc2\xa0");
  // Cut short, stray, longer than needed, surrogates, beyond U+10FFFF.
  EXPECT_EQ(one_line("\xc3"), "\\xc3");
  EXPECT_EQ(one_line("\xe2\x82|"), "\\xe2\\x82|");
  EXPECT_EQ(one_line("\x80\xbf"), "\\x80\\xbf");
  EXPECT_EQ(one_line("\xc0\xaf"), "\\xc0\\xaf");
  EXPECT_EQ(one_line("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");
  EXPECT_EQ(one_line("\xed\xa0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(one_line("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

}  // namespace
}  // namespace assay::cli
