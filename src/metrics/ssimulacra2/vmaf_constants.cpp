#include "metrics/ssimulacra2/vmaf_constants.h"

#include <bit>
#include <cassert>
#include <cmath>

namespace assay::ssimulacra2::vmaf {
namespace {

// Every operation is rounded to float, in the order written.
ColourConstants make_colour(int depth, int matrix) {
  const bool is_709 = matrix == 0 || matrix == 2;
  const bool is_limited = matrix < 2;
  const float kr = is_709 ? 0.2126f : 0.299f;
  const float kg = is_709 ? 0.7152f : 0.587f;
  const float kb = is_709 ? 0.0722f : 0.114f;
  ColourConstants colour;
  colour.inverse_peak = 1.0f / static_cast<float>((1 << depth) - 1);
  colour.luma_offset = is_limited ? 16.0f / 255.0f : 0.0f;
  colour.luma_scale = is_limited ? 255.0f / 219.0f : 1.0f;
  colour.chroma_scale = is_limited ? 255.0f / 224.0f : 1.0f;
  colour.r_v = 2.0f * (1.0f - kr);
  colour.b_u = 2.0f * (1.0f - kb);
  colour.g_u = -((2.0f * kb) * (1.0f - kb)) / kg;
  colour.g_v = -((2.0f * kr) * (1.0f - kr)) / kg;
  return colour;
}

// IEC 61966-2-1.
double srgb_to_linear(double v) {
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

TransferTable make_transfer() {
  constexpr int kLast = TransferTable::kEntries - 1;
  std::array<float, TransferTable::kEntries> value;
  for (int i = 0; i <= kLast; ++i) {
    value[i] = static_cast<float>(srgb_to_linear(static_cast<double>(i) / kLast));
  }
  TransferTable transfer;
  for (int i = 0; i <= kLast; ++i) {
    const float step = i < kLast ? value[i + 1] - value[i] : 0.0f;
    transfer.entry[i] = std::bit_cast<double>(std::array<float, 2>{value[i], step});
  }
  return transfer;
}

}  // namespace

Constants make_constants(int depth, int matrix) {
  assert(depth >= 8 && depth <= 16 && matrix >= 0 && matrix <= 3);
  return {make_colour(depth, matrix), make_transfer()};
}

}  // namespace assay::ssimulacra2::vmaf
