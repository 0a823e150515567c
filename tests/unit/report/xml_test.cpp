#include <gtest/gtest.h>

#include "unit/report/sample_scores.h"

namespace assay {
namespace {

TEST(Xml, HasLibvmafsLayout) {
  EXPECT_EQ(report_text(sample_scores(), ReportFormat::xml),
            R"(<VMAF version="1.2.3">
  <params qualityWidth="64" qualityHeight="36" />
  <fyi fps="12.35" />
  <frames>
    <frame frameNum="0" psnr_y="30.250000" mse_y="61.500000" />
    <frame frameNum="1" psnr_y="31.750000" mse_y="0.0000001234567890" />
  </frames>
  <pooled_metrics>
    <metric name="psnr_y" min="30.250000" max="31.750000" mean="31.000000" harmonic_mean="30.982422" />
    <metric name="mse_y" min="0.0000001234567890" max="61.500000" mean="30.750000" harmonic_mean="0.968504" />
  </pooled_metrics>
  <aggregate_metrics apsnr_y="30.987654" />
</VMAF>
)");
}

TEST(Xml, LeavesOutWhatIsMissing) {
  const std::string xml = report_text(scores_with_gaps(), ReportFormat::xml);
  EXPECT_NE(xml.find("    <frame frameNum=\"0\" a=\"1.000000\" c=\"3.000000\" />\n"
                     "    <frame frameNum=\"2\" b=\"inf\" c=\"nan\" />\n"
                     "  </frames>\n"),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find("<aggregate_metrics />"), std::string::npos);
}

TEST(Xml, EscapesText) {
  ReportContext context = sample_context();
  context.version = "1<2&\"3\">";
  ReportOptions options;
  options.format = ReportFormat::xml;
  const std::string xml = format_report(ScoreTable(), context, options);
  EXPECT_TRUE(xml.starts_with("<VMAF version=\"1&lt;2&amp;&quot;3&quot;&gt;\">\n")) << xml;
}

TEST(Xml, AddsPercentiles) {
  ReportOptions options;
  options.format = ReportFormat::xml;
  options.precision = 2;
  options.percentiles = {10, 50};
  const std::string xml = format_report(sample_scores(), sample_context(), options);
  EXPECT_NE(xml.find("<metric name=\"psnr_y\" min=\"30.25\" max=\"31.75\" mean=\"31.00\" "
                     "harmonic_mean=\"30.98\" p10=\"30.40\" median=\"31.00\" />"),
            std::string::npos)
      << xml;
}

}  // namespace
}  // namespace assay
