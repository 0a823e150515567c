// The constants and formulas of profile vmaf against values of lusoris/vmaf.
#define ASSAY_PLAIN_FORMULAS
#include "metrics/ssimulacra2/vmaf_formulas-inl.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>

#include "metrics/ssimulacra2/vmaf_tile.h"
#include "metrics/ssimulacra2/vmaf_walk.h"

namespace assay::ssimulacra2::vmaf {
namespace {

using M = ScalarMath;

using Entry = std::array<float, 2>;

Entry entry(const TransferTable& table, int i) { return std::bit_cast<Entry>(table.entry[i]); }

float linear(float encoded) {
  const Constants constants = make_constants(8, 0);
  const auto place = plain::transfer_place<M>(plain::clamp_to_unit<M>(encoded));
  const Entry at = entry(constants.transfer, place.index);
  return plain::interpolate<M>(at[0], at[1], place.fraction);
}

TEST(VmafConstants, AreThePeers) {
  EXPECT_EQ(make_constants(8, 0).colour.inverse_peak, 0x1.010102p-8f);
  EXPECT_EQ(make_constants(10, 0).colour.inverse_peak, 0x1.00401p-10f);
  EXPECT_EQ(make_constants(12, 0).colour.inverse_peak, 0x1.001002p-12f);
  EXPECT_EQ(make_constants(16, 0).colour.inverse_peak, 0x1.0001p-16f);
  for (const int matrix : {0, 1}) {
    const ColourConstants limited = make_constants(10, matrix).colour;
    EXPECT_EQ(limited.luma_offset, 0x1.010102p-4f);
    EXPECT_EQ(limited.luma_scale, 0x1.2a150ap+0f);
    EXPECT_EQ(limited.chroma_scale, 0x1.236db6p+0f);
    const ColourConstants full = make_constants(10, matrix + 2).colour;
    EXPECT_EQ(full.luma_offset, 0);
    EXPECT_EQ(full.luma_scale, 1);
    EXPECT_EQ(full.chroma_scale, 1);
    EXPECT_EQ(full.g_v, limited.g_v);
  }
  const ColourConstants bt709 = make_constants(8, 0).colour;
  EXPECT_EQ(bt709.r_v, 0x1.932618p+0f);
  EXPECT_EQ(bt709.b_u, 0x1.db089ap+0f);
  EXPECT_EQ(bt709.g_u, -0x1.7fa3dcp-3f);
  EXPECT_EQ(bt709.g_v, -0x1.df5bf8p-2f);
  const ColourConstants bt601 = make_constants(8, 1).colour;
  EXPECT_EQ(bt601.r_v, 0x1.66e978p+0f);
  EXPECT_EQ(bt601.b_u, 0x1.c5a1cap+0f);
  EXPECT_EQ(bt601.g_u, -0x1.606542p-2f);
  EXPECT_EQ(bt601.g_v, -0x1.6da344p-1f);
}

TEST(VmafTransfer, IsThePeersTable) {
  const TransferTable table = make_constants(8, 0).transfer;
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a of the little-endian floats
  for (int i = 0; i < TransferTable::kEntries; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(entry(table, i)[0]);
    for (int b = 0; b < 4; ++b) hash = (hash ^ (bits >> (8 * b) & 0xffu)) * 0x100000001b3u;
  }
  EXPECT_EQ(hash, 0xd11dd8a472976e4cu);
  EXPECT_EQ(entry(table, 1023), (Entry{1.0f, 0.0f}));
}

TEST(VmafTransfer, Interpolates) {
  EXPECT_EQ(linear(0.25f), 0x1.a0c73cp-5f);
  EXPECT_EQ(linear(0x1.eb851ep-6f), 0x1.3058c4p-9f);
  EXPECT_EQ(linear(0x1.5b5b5cp-1f), 0x1.abea16p-2f);
  EXPECT_EQ(linear(-0.5f), 0.0f);
  EXPECT_EQ(linear(0.0f), 0.0f);
  EXPECT_EQ(linear(1.0f), 1.0f);
  EXPECT_EQ(linear(1.5f), 1.0f);
}

TEST(VmafXyb, TakesThePeersCubeRoot) {
  EXPECT_EQ(plain::newton_cube_root<M>(1.0f), 0x1.000002p+0f);
  EXPECT_EQ(plain::newton_cube_root<M>(0.5f), 0x1.965ffep-1f);
  EXPECT_EQ(plain::newton_cube_root<M>(0.2f), 0x1.2b6b6p-1f);
  EXPECT_EQ(plain::newton_cube_root<M>(0x1.00f896p+0f), 0x1.0052c4p+0f);
  EXPECT_EQ(plain::newton_cube_root<M>(0x1.f12a6cp-9f), 0x1.3f64f6p-3f);
}

// What has_third_damping rests on: no signal is near zero.
TEST(VmafXyb, IsPositive) {
  for (int r = 0; r <= 64; ++r) {
    for (int g = 0; g <= 64; ++g) {
      for (int b = 0; b <= 64; ++b) {
        const auto xyb = plain::xyb_of<M>(r / 64.0f, g / 64.0f, b / 64.0f);
        ASSERT_GT(xyb.x, 0.19f);
        ASSERT_LT(xyb.x, 0.9f);
        ASSERT_GT(xyb.y, 0.0099f);
        ASSERT_LT(xyb.y, 1.02f);
        ASSERT_GT(xyb.b, 0.27f);
        ASSERT_LT(xyb.b, 1.0f);
      }
    }
  }
}

TEST(VmafWalk, DealsOutStripsAfterThoseTheyNeed) {
  const Result<Plan> plan = make_plan({.profile = "vmaf"}, {.width = 1000, .height = 600});
  ASSERT_TRUE(plan.ok());
  StripWalk walk(*plan);
  int scale = 0, index = -1, strips = 0;
  for (Strip strip; walk.take(strip); ++strips) {
    const bool is_next = strip.scale == scale && strip.index == index + 1;
    ASSERT_TRUE(is_next || (strip.scale == scale + 1 && strip.index == 0));
    scale = strip.scale;
    index = strip.index;
    // Alone, nobody ever waits.
    for (int band = 0; band < walk.bands(strip); ++band) {
      walk.wait_for(strip, band);
      walk.finish(strip, band);
    }
  }
  EXPECT_EQ(scale, plan->scales - 1);
  int expected = 0;
  for (int s = 0; s < plan->scales; ++s) expected += TileShape::strips(plan->size[s]);
  EXPECT_EQ(strips, expected);
}

}  // namespace
}  // namespace assay::ssimulacra2::vmaf
