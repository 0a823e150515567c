#include "golden/synthetic_clip.h"

#include <gtest/gtest.h>

#include <string>

#include "golden/golden_data.h"

extern "C" {
#include <libavutil/md5.h>
#include <libavutil/mem.h>
}

namespace assay::golden {
namespace {

// MD5 of frames written as raw planar video.
class RawDigest {
 public:
  RawDigest() : md5_(av_md5_alloc()) { av_md5_init(md5_); }
  ~RawDigest() { av_free(md5_); }
  RawDigest(const RawDigest&) = delete;
  RawDigest& operator=(const RawDigest&) = delete;

  void add(const Frame& frame) {
    for (int p = 0; p < plane_count(frame.format.pixels); ++p) {
      const PlaneView& plane = frame.planes[p];
      const std::size_t bytes = std::size_t{1} * plane.width * bytes_per_sample(frame.format);
      for (int y = 0; y < plane.height; ++y) {
        av_md5_update(md5_, plane.row<std::uint8_t>(y), bytes);
      }
    }
  }

  std::string hex() {
    std::uint8_t sum[16];
    av_md5_final(md5_, sum);
    std::string text;
    for (const std::uint8_t byte : sum) {
      text += "0123456789abcdef"[byte >> 4];
      text += "0123456789abcdef"[byte & 15];
    }
    return text;
  }

 private:
  AVMD5* md5_;
};

TEST(SyntheticClip, HasTheKnownSamples) {
  const nlohmann::json sums = load_golden("synthetic_md5.json");
  EXPECT_EQ(sums.size(), 12u);
  for (const auto& [name, sum] : sums.items()) {
    const SyntheticSpec spec = synthetic_spec(name);
    RawDigest ref, dist;
    for (int t = 0; t < spec.frames; ++t) {
      const SyntheticPair pair = synthetic_pair(spec.format, t);
      ref.add(pair.ref);
      dist.add(pair.dist);
    }
    EXPECT_EQ(ref.hex(), sum["ref"]) << name;
    EXPECT_EQ(dist.hex(), sum["dist"]) << name;
  }
}

}  // namespace
}  // namespace assay::golden
