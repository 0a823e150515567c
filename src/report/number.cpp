#include "report/number.h"

#include <fmt/format.h>

#include <cmath>

namespace assay {
namespace {

constexpr int kLibvmafPrecision = -1;
constexpr int kMaxPrecision = -2;

// Decimal zeros before the first digit of the fraction, plus one; 0 for a whole number. Multiplies
// in double as libvmaf does, so that both switch formats at the same values.
int fraction_shift(double value) {
  constexpr double kIntLimit = 2147483648.0;
  const double magnitude = std::fabs(value);
  if (!(magnitude < kIntLimit)) return 0;
  double fraction = magnitude - std::floor(magnitude);
  int shift = 0;
  while (fraction < 1.0 && fraction != 0.0) {
    fraction *= 10;
    ++shift;
  }
  return shift;
}

}  // namespace

std::string number_text(double value, int precision) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (precision == kMaxPrecision) return fmt::format("{:.17g}", value);
  if (precision == kLibvmafPrecision) precision = fraction_shift(value) > 6 ? 16 : 6;
  return fmt::format("{:.{}f}", value, precision);
}

std::string json_number(double value, int precision) {
  return std::isfinite(value) ? number_text(value, precision) : "null";
}

}  // namespace assay
