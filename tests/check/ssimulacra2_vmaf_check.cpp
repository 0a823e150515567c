// Profile vmaf on every instruction set against the plain traversal, bit by bit.
#include <gtest/gtest.h>

#include "check/each_target.h"
#include "check/guarded_pair.h"
#include "check/ssimulacra2_vmaf_plain.h"
#include "metrics/ssimulacra2/vmaf_kernel.h"

namespace assay::check {
namespace {

namespace vmaf = ssimulacra2::vmaf;

struct Layout {
  PixelFormat pixels;
  int depth;
};

const std::vector<Layout>& layouts() {
  static const std::vector<Layout> all = [] {
    std::vector<Layout> made;
    for (const int depth : {8, 10, 12, 16, 9}) {
      for (const PixelFormat pixels :
           {PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444}) {
        made.push_back({pixels, depth});
      }
    }
    return made;
  }();
  return all;
}

struct Case {
  Size size;
  Layout layout;
  Pattern pattern = Pattern::random;
  int matrix = 0;
  bool norms = false;
};

vmaf::Sums fast_sums(const ssimulacra2::Plan& plan, const FramePair& pair, int threads) {
  Workers workers(threads);
  vmaf::Kernel kernel(plan, workers);
  vmaf::Sums sums;
  kernel.compute(pair, sums);
  kernel.compute(pair, sums);  // memory used before
  return sums;
}

void check_case(const Case& c, std::initializer_list<int> threads = {1}) {
  SCOPED_TRACE(::testing::Message()
               << c.size.width << 'x' << c.size.height << ' ' << name_of(c.layout.pixels) << ' '
               << c.layout.depth << "-bit " << name_of(c.pattern) << " matrix " << c.matrix
               << (c.norms ? " with norms" : ""));
  VideoFormat format{.width = c.size.width, .height = c.size.height, .depth = c.layout.depth};
  format.pixels = c.layout.pixels;
  const Result<ssimulacra2::Plan> plan = ssimulacra2::make_plan(
      {.profile = "vmaf", .yuv_matrix = c.matrix, .enable_norms = c.norms}, format);
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  const GuardedPair pair(format, c.pattern);
  const vmaf::Sums expected = PlainVmafProfile(*plan, pair).sums();
  const double score = ssimulacra2::score_from(vmaf::norms_from(*plan, expected));
  for (const int count : threads) {
    const vmaf::Sums sums = fast_sums(*plan, pair.pair(), count);
    for (int s = 0; s < ssimulacra2::kScales; ++s) {
      for (int k = 0; k < ssimulacra2::kChannels; ++k) {
        ASSERT_EQ(sums.scale[s][k], expected.scale[s][k])
            << "scale " << s << " channel " << k << ", " << count << " threads";
      }
    }
    ASSERT_EQ(ssimulacra2::score_from(vmaf::norms_from(*plan, sums)), score);
  }
  EXPECT_TRUE(pair.is_intact());
}

class VmafProfile : public EachTarget {};

TEST_P(VmafProfile, RunsAsAsked) { EXPECT_EQ(vmaf::target(), target()); }

// Every size in every pattern, with layouts taken in turn. The last strip of 92 columns, and the
// last band of 24 rows, is full.
TEST_P(VmafProfile, EqualsThePlainOneAtEverySize) {
  std::size_t turn = 0;
  for (const int width : {8, 9, 10, 15, 16, 17, 63, 64, 65, 92, 93, 96, 97}) {
    for (const int height : {8, 9, 10, 15, 16, 17, 24, 25, 32, 33, 63, 65}) {
      for (const Pattern pattern : kPatterns) {
        check_case({{width, height}, layouts()[turn++ % layouts().size()], pattern});
      }
    }
  }
}

// Several tiles and scales, every layout.
TEST_P(VmafProfile, EqualsThePlainOneInEveryLayout) {
  for (const Layout& layout : layouts()) {
    for (const Size size : {Size{321, 33}, Size{33, 321}, Size{197, 141}}) {
      for (const Pattern pattern : {Pattern::random, Pattern::beyond_depth}) {
        check_case({size, layout, pattern});
      }
    }
  }
}

TEST_P(VmafProfile, EqualsThePlainOneInEveryMatrix) {
  for (int matrix = 0; matrix < 4; ++matrix) {
    check_case({{77, 35}, {PixelFormat::yuv420, 10}, Pattern::random, matrix});
  }
}

TEST_P(VmafProfile, EqualsThePlainOneWithNorms) {
  check_case({{321, 259}, {PixelFormat::yuv420, 8}, Pattern::random, 0, true});
  check_case({{67, 73}, {PixelFormat::yuv444, 10}, Pattern::ramp, 0, true});
}

TEST_P(VmafProfile, DoesNotDependOnThreads) {
  check_case({{653, 371}, {PixelFormat::yuv420, 8}, Pattern::random}, {1, 2, 7});
  check_case({{97, 521}, {PixelFormat::yuv422, 10}, Pattern::ramp}, {1, 2, 7});
}

ASSAY_CHECK_EACH_TARGET(VmafProfile);

}  // namespace
}  // namespace assay::check
