// Scores two small frames through the installed library.
#include <assay/scorer.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

namespace {

// A frame that owns one plane of 8-bit samples.
assay::Frame make_frame(const assay::VideoFormat& format, std::vector<unsigned char> samples) {
  auto owner = std::make_shared<const std::vector<unsigned char>>(std::move(samples));
  assay::Frame frame;
  frame.format = format;
  frame.planes[0] = {.data = reinterpret_cast<const std::byte*>(owner->data()),
                     .pitch = format.width,
                     .width = format.width,
                     .height = format.height};
  frame.owner = owner;
  return frame;
}

int fail(const char* what, const assay::Error& error) {
  std::fprintf(stderr, "%s: %s\n", what, error.message.c_str());
  return 1;
}

}  // namespace

int main() {
  assay::VideoFormat format;
  format.width = 64;
  format.height = 48;
  format.pixels = assay::PixelFormat::gray;

  // Every sample is off by two: the squared error is 4 everywhere.
  std::vector<unsigned char> ref, dist;
  for (int i = 0; i < format.width * format.height; ++i) {
    ref.push_back(static_cast<unsigned char>(i % 200));
    dist.push_back(static_cast<unsigned char>(i % 200 + 2));
  }

  const std::vector<assay::MetricRequest> metrics = {{"psnr", {}}};
  assay::Result<assay::Scorer> scorer = assay::Scorer::create(metrics, format, format);
  if (!scorer) return fail("create", scorer.error());
  if (auto status = scorer->submit(make_frame(format, ref), make_frame(format, dist)); !status) {
    return fail("submit", status.error());
  }
  if (auto status = scorer->finish(); !status) return fail("finish", status.error());

  const double expected = 10 * std::log10(255.0 * 255.0 / 4.0);
  const double score = scorer->scores().at(0, 0).value_or(NAN);
  std::printf("%s %.6f\n", scorer->scores().features()[0].c_str(), score);
  return std::abs(score - expected) < 1e-9 ? 0 : 1;
}
