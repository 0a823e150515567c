#include "metrics/ssimulacra2/plan.h"

#include <fmt/format.h>

#include <cmath>

namespace assay::ssimulacra2 {
namespace {

constexpr const char* kChannelNames[kChannels] = {"x", "y", "b"};
constexpr const char* kNormNames[kNorms] = {"l1", "l4"};
constexpr const char* kMapNames[kMaps] = {"ssim", "artifact", "detail"};

// Matrix and range of the yuv_matrix option's values from 0 on.
struct MatrixChoice {
  Matrix matrix;
  Range range;
};
constexpr MatrixChoice kMatrixChoices[] = {
    {Matrix::bt709, Range::limited},  {Matrix::bt601, Range::limited},
    {Matrix::bt709, Range::full},     {Matrix::bt601, Range::full},
    {Matrix::bt2020, Range::limited}, {Matrix::bt2020, Range::full},
};
constexpr int kVmafMatrixChoices = 4;

void set_sizes(Plan& plan) {
  Size size{plan.format.width, plan.format.height};
  while (plan.scales < kScales && size.width >= kSmallestSide && size.height >= kSmallestSide) {
    plan.size[plan.scales++] = size;
    size = {(size.width + 1) / 2, (size.height + 1) / 2};
  }
}

void set_maps(Plan& plan) {
  for (int s = 0; s < plan.scales; ++s) {
    for (int c = 0; c < kChannels; ++c) {
      for (int m = 0; m < kMaps; ++m) {
        const bool counts = kWeights[c][s][0][m] != 0 || kWeights[c][s][1][m] != 0;
        if (counts || plan.norms) plan.maps[s][c] |= 1u << m;
      }
    }
  }
}

void set_outputs(Plan& plan) {
  plan.outputs.emplace_back("ssimulacra2");
  if (!plan.norms) return;
  for (const char* channel : kChannelNames) {
    for (int s = 0; s < kScales; ++s) {
      for (const char* norm : kNormNames) {
        for (const char* map : kMapNames) {
          plan.outputs.push_back(
              fmt::format("ssimulacra2_{}_scale{}_{}_{}", channel, s, map, norm));
        }
      }
    }
  }
}

void warn_of_transfer(Plan& plan) {
  const Transfer transfer = plan.format.colour.transfer;
  if (transfer != Transfer::pq && transfer != Transfer::hlg && transfer != Transfer::linear) return;
  plan.warnings.push_back(fmt::format(
      "ssimulacra2: transfer {} is decoded by the sRGB curve, as the metric knows no other; "
      "scores of such video compare with each other only",
      name_of(transfer)));
}

// Matrix and range of profile exact: the option's, else the stream's tags, else BT.709 limited.
Result<MatrixChoice> choose_matrix(Plan& plan, int option) {
  const bool is_rgb = plan.format.pixels == PixelFormat::rgb;
  if (option >= 0) {
    MatrixChoice choice = kMatrixChoices[option];
    if (is_rgb) choice.matrix = Matrix::rgb;
    return choice;
  }
  MatrixChoice choice{plan.format.colour.matrix, plan.format.colour.range};
  std::string assumed;
  if (is_rgb) {
    choice.matrix = Matrix::rgb;
    if (choice.range == Range::unspecified) choice.range = Range::full;
    return choice;
  }
  if (choice.matrix == Matrix::rgb || choice.matrix == Matrix::other) {
    return Error{
        ErrorCode::unsupported,
        "ssimulacra2: the stream's colour matrix is none of bt601, bt709, bt2020; choose one "
        "by the option yuv_matrix"};
  }
  // Gray has no use for the matrix.
  if (choice.matrix == Matrix::unspecified) {
    choice.matrix = Matrix::bt709;
    if (plan.format.pixels != PixelFormat::gray) assumed = "matrix bt709";
  }
  if (choice.range == Range::unspecified) {
    choice.range = Range::limited;
    assumed += assumed.empty() ? "range limited" : " and range limited";
  }
  if (!assumed.empty()) {
    plan.warnings.push_back(
        fmt::format("ssimulacra2: the stream has no tag for it, {} assumed", assumed));
  }
  return choice;
}

Status set_vmaf_profile(Plan& plan, const Ssimulacra2Options& options) {
  plan.vmaf_profile = true;
  plan.bilinear = false;
  plan.vmaf_matrix = options.yuv_matrix < 0 ? 0 : options.yuv_matrix;
  if (plan.vmaf_matrix >= kVmafMatrixChoices) {
    return Error{ErrorCode::usage, "ssimulacra2: profile vmaf takes yuv_matrix 0 to 3"};
  }
  switch (plan.format.pixels) {
    case PixelFormat::yuv420:
    case PixelFormat::yuv422:
    case PixelFormat::yuv444: return {};
    default:
      return Error{ErrorCode::unsupported,
                   fmt::format("ssimulacra2: profile vmaf takes yuv420, yuv422 and yuv444, not {}; "
                               "profile exact takes it",
                               name_of(plan.format.pixels))};
  }
}

Status set_exact_profile(Plan& plan, const Ssimulacra2Options& options) {
  plan.bilinear = options.chroma == "bilinear";
  const Siting siting = plan.format.colour.siting;
  const int shift_x = chroma_shift_x(plan.format.pixels);
  const int shift_y = chroma_shift_y(plan.format.pixels);
  plan.chroma_x =
      plan.bilinear ? bilinear_phases(shift_x, is_cosited_x(siting)) : nearest_phases(shift_x);
  plan.chroma_y =
      plan.bilinear ? bilinear_phases(shift_y, is_cosited_y(siting)) : nearest_phases(shift_y);
  const Result<MatrixChoice> choice = choose_matrix(plan, options.yuv_matrix);
  if (!choice) return choice.error();
  plan.rgb = make_rgb_conversion(plan.format.depth, choice->matrix, choice->range);
  return {};
}

}  // namespace

Result<Plan> make_plan(const Ssimulacra2Options& options, const VideoFormat& format) {
  if (format.width < kSmallestSide || format.height < kSmallestSide) {
    return Error{ErrorCode::unsupported,
                 fmt::format("ssimulacra2: frames of {}x{} are too small, the smallest are {}x{}",
                             format.width, format.height, kSmallestSide, kSmallestSide)};
  }
  Plan plan;
  plan.format = format;
  plan.norms = options.enable_norms;
  const Status set = options.profile == "vmaf" ? set_vmaf_profile(plan, options)
                                               : set_exact_profile(plan, options);
  if (!set) return set.error();
  warn_of_transfer(plan);
  set_sizes(plan);
  set_maps(plan);
  set_outputs(plan);
  return plan;
}

double score_from(const Norms& norms) {
  double sum = 0;
  for (int c = 0; c < kChannels; ++c) {
    for (int s = 0; s < kScales; ++s) {
      for (int n = 0; n < kNorms; ++n) {
        for (int m = 0; m < kMaps; ++m) {
          sum += kWeights[c][s][n][m] * std::fabs(norms.value[c][s][n][m]);
        }
      }
    }
  }
  sum *= kSumScale;
  const double linear = kPoly1 * sum;
  const double square = (kPoly2 * sum) * sum;
  const double cube = ((kPoly3 * sum) * sum) * sum;
  const double shaped = (linear + square) + cube;
  return shaped > 0 ? 100.0 - 10.0 * std::pow(shaped, kPower) : 100.0;
}

void put_scores(const Plan& plan, const Norms& norms, std::int64_t frame, ScoreSink& sink) {
  std::size_t output = 0;
  sink.put(output++, frame, score_from(norms));
  if (!plan.norms) return;
  for (const auto& channel : norms.value) {
    for (const auto& scale : channel) {
      for (const auto& norm : scale) {
        for (const double value : norm) sink.put(output++, frame, value);
      }
    }
  }
}

}  // namespace assay::ssimulacra2
