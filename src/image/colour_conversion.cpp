#include "image/colour_conversion.h"

#include <cassert>

namespace assay {
namespace {

struct LumaWeights {
  double red;
  double blue;
};

LumaWeights luma_weights(Matrix matrix) {
  switch (matrix) {
    case Matrix::bt601: return {0.299, 0.114};
    case Matrix::bt2020: return {0.2627, 0.0593};
    default: return {0.2126, 0.0722};
  }
}

}  // namespace

RgbConversion make_rgb_conversion(int depth, Matrix matrix, Range range) {
  assert(matrix != Matrix::unspecified && matrix != Matrix::other);
  assert(range != Range::unspecified);
  const double unit = static_cast<double>(1 << (depth - 8));
  const double peak = static_cast<double>((1 << depth) - 1);
  const bool limited = range == Range::limited;
  RgbConversion c;
  c.black = static_cast<float>(limited ? 16 * unit : 0);
  c.y_scale = static_cast<float>(1 / (limited ? 219 * unit : peak));
  if (matrix == Matrix::rgb) return c;
  const auto [kr, kb] = luma_weights(matrix);
  const double kg = 1 - kr - kb;
  const double chroma = 1 / (limited ? 224 * unit : peak);
  c.neutral = static_cast<float>(128 * unit);
  c.r_v = static_cast<float>(2 * (1 - kr) * chroma);
  c.g_u = static_cast<float>(-2 * kb * (1 - kb) / kg * chroma);
  c.g_v = static_cast<float>(-2 * kr * (1 - kr) / kg * chroma);
  c.b_u = static_cast<float>(2 * (1 - kb) * chroma);
  return c;
}

}  // namespace assay
