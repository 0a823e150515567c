#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/psnr_hvs/cpu.cpp"
#include "cpu/targets.h"
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// clang-format on
#include "math/double_math-inl.h"
#include "metrics/psnr_hvs/block_math-inl.h"
#include "metrics/psnr_hvs/errors.h"
#include "metrics/psnr_hvs/formulas-inl.h"
#include "metrics/psnr_hvs/weights.h"

#include "math/formula-inl.h"

ASSAY_BEGIN_METRIC_FORMULAS(psnr_hvs)

using M = VectorBlockMath;
using D = VectorDoubleMath;

// A block a lane: vector k holds sample k of all.
struct Codes {
  M::I of[kSamples];
};
struct Coefficients {
  M::V of[kSamples];
};

// Codes of blocks side by side, the first of them at column x of row y. Lanes from count on repeat
// the last block.
template <class Sample>
void load(const PlaneView& plane, int x, int y, int count, Codes& codes) {
  const M::DI di;
  const hn::RebindToUnsigned<M::DI> du;
  constexpr std::size_t kLanes = hn::MaxLanes(di);
  constexpr std::size_t kBytes = kSide * sizeof(Sample);
  constexpr std::size_t kWords = kBytes / sizeof(std::uint32_t);
  const int lanes = static_cast<int>(hn::Lanes(di));
  HWY_ALIGN std::uint32_t words[kSide][kWords * kLanes];
  for (int lane = 0; lane < lanes; ++lane) {
    const auto column = static_cast<std::size_t>(x + kStep * std::min(lane, count - 1));
    for (int i = 0; i < kSide; ++i) {
      const std::byte* from = plane.row<std::byte>(y + i) + column * sizeof(Sample);
      std::memcpy(&words[i][kWords * lane], from, kBytes);
    }
  }
  constexpr int kInWord = sizeof(std::uint32_t) / sizeof(Sample);
  constexpr int kBits = 8 * sizeof(Sample);
  const auto mask = hn::Set(du, (1u << kBits) - 1);
  for (int i = 0; i < kSide; ++i) {
    hn::Vec<decltype(du)> part[kWords];
    if constexpr (kWords == 2) {
      hn::LoadInterleaved2(du, words[i], part[0], part[1]);
    } else {
      hn::LoadInterleaved4(du, words[i], part[0], part[1], part[2], part[3]);
    }
    for (std::size_t w = 0; w < kWords; ++w) {
      M::I* to = codes.of + kSide * i + kInWord * w;
      to[0] = hn::BitCast(di, hn::And(part[w], mask));
      if constexpr (kInWord == 4) {
        to[1] = hn::BitCast(di, hn::And(hn::ShiftRight<kBits>(part[w]), mask));
        to[2] = hn::BitCast(di, hn::And(hn::ShiftRight<2 * kBits>(part[w]), mask));
      }
      to[kInWord - 1] = hn::BitCast(di, hn::ShiftRight<(kInWord - 1) * kBits>(part[w]));
    }
  }
}

// Turns codes into coefficients, and gives their power to hide errors.
HWY_NOINLINE M::V analyse(Codes& codes, const Weights& weights, Coefficients& coefficients) {
  const M::V block_activity = activity<M>(codes.of);
  transform<M>(codes.of);
  for (int k = 0; k < kSamples; ++k) coefficients.of[k] = M::to_float(codes.of[k]);
  const auto mask = [&](int k) { return M::set(weights.mask[k]); };
  return hiding_power<M>(coefficients.of, block_activity, mask);
}

M::V compare(const Coefficients& ref, const Coefficients& dist, M::V hiding,
             const Weights& weights) {
  return block_error<M>([&](int k) { return ref.of[k]; }, [&](int k) { return dist.of[k]; }, hiding,
                        [&](int k) {
                          return Weight<M>{M::set(weights.sensitivity[k]), M::set(weights.mask[k]),
                                           M::set(weights.inverse_mask[k])};
                        });
}

// Adds the words of rows [b0, b1) of blocks.
template <class Sample>
void add_block_rows(const PlaneView* planes, const Weights& weights, double scale, int b0, int b1,
                    std::int64_t* words) {
  const M::D df;
  const D::DI di;
  const int lanes = static_cast<int>(hn::Lanes(df));
  const int across = blocks_along(planes[0].width);
  D::I sums[kWordsOfSum];
  for (D::I& sum : sums) sum = hn::Zero(di);
  Codes codes;
  Coefficients coefficients[2];
  for (int b = b0; b < b1; ++b) {
    for (int n = 0; n < across; n += lanes) {
      const int count = std::min(lanes, across - n);
      M::V hiding[2];
      for (int side = 0; side < 2; ++side) {
        load<Sample>(planes[side], kStep * n, kStep * b, count, codes);
        hiding[side] = analyse(codes, weights, coefficients[side]);
      }
      const M::V error =
          compare(coefficients[0], coefficients[1], M::max(hiding[0], hiding[1]), weights);
      const auto is_block = hn::FirstN(df, static_cast<std::size_t>(count));
      add_error<M, D>(hn::IfThenElseZero(is_block, error), scale, sums);
    }
  }
  HWY_ALIGN std::int64_t lane[hn::MaxLanes(di)];
  const std::int64_t terms = std::int64_t{b1 - b0} * ((across + lanes - 1) / lanes) * D::kParts;
  for (int w = 0; w < kWordsOfSum; ++w) {
    hn::Store(sums[w], di, lane);
    for (int i = 0; i < static_cast<int>(hn::Lanes(di)); ++i) {
      words[w] += double_word_sum(lane[i], w, terms);
    }
  }
}

void add_errors(const PlaneView* planes, int depth, const Weights& weights, int b0, int b1,
                std::int64_t* words) {
  const auto add = depth == 8 ? &add_block_rows<std::uint8_t> : &add_block_rows<std::uint16_t>;
  add(planes, weights, scale_of(depth), b0, b1, words);
}

std::int64_t target() { return HWY_TARGET; }

ASSAY_END_FORMULAS

#if HWY_ONCE

#include <atomic>

namespace assay::psnr_hvs {
namespace {

constexpr std::array kWeights{weights_of(0), weights_of(1), weights_of(2)};

HWY_EXPORT(add_errors);
HWY_EXPORT(target);

}  // namespace

Errors sum_errors(const FramePair& pair, Workers& workers) {
  const VideoFormat& format = pair.ref.format;
  assert(format.depth <= kMostDepth);
  assert(std::int64_t{format.width} * format.height <= kMostPixels);
  constexpr int kRows = 4;  // of blocks, in a strip
  int first[4] = {};        // a plane's strips among all
  for (int p = 0; p < 3; ++p) {
    const int rows = p < plane_count(format.pixels) ? blocks_along(plane_height(format, p)) : 0;
    first[p + 1] = first[p] + (rows + kRows - 1) / kRows;
  }
  std::atomic<std::int64_t> words[3][kWordsOfSum] = {};
  workers.for_each(first[3], [&](int i) {
    const int p = i < first[1] ? 0 : i < first[2] ? 1 : 2;
    const PlaneView planes[2] = {pair.ref.planes[p], pair.dist.planes[p]};
    const int b0 = (i - first[p]) * kRows;
    const int b1 = std::min(b0 + kRows, blocks_along(planes[0].height));
    std::int64_t own[kWordsOfSum] = {};
    HWY_DYNAMIC_DISPATCH(add_errors)(planes, format.depth, kWeights[p], b0, b1, own);
    for (int w = 0; w < kWordsOfSum; ++w) words[p][w] += own[w];
  });
  Errors errors;
  for (int p = 0; p < 3; ++p) {
    for (int w = 0; w < kWordsOfSum; ++w) errors[p].words[w] = words[p][w];
  }
  return errors;
}

std::int64_t errors_target() { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace assay::psnr_hvs
#endif
