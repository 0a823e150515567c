#include "metrics/speed/options.h"

namespace assay::speed {
namespace {

using SpeedOption = Option<SpeedOptions>;

const SpeedOption kKernelscale{.name = "speed_kernelscale",
                               .alias = "ks",
                               .field = &SpeedOptions::kernelscale,
                               .help = "factor of the size of the Gaussian filters; one of a set",
                               .min = 0.1,
                               .max = 4,
                               .in_name = true};
const SpeedOption kPrescale{.name = "speed_prescale",
                            .alias = "ps",
                            .field = &SpeedOptions::prescale,
                            .help = "factor of the planes' sides before they are filtered",
                            .min = 0.1,
                            .max = 4,
                            .in_name = true};
const SpeedOption kPrescaleMethod{.name = "speed_prescale_method",
                                  .alias = "psm",
                                  .field = &SpeedOptions::prescale_method,
                                  .help = "how planes are prescaled",
                                  .choices = {"nearest", "bilinear", "bicubic", "lanczos4"},
                                  .in_name = true};
const SpeedOption kSigma{.name = "speed_sigma_nn",
                         .alias = "snn",
                         .field = &SpeedOptions::sigma_nn,
                         .help = "standard deviation of neural noise",
                         .min = 0.1,
                         .max = 2,
                         .in_name = true};
const SpeedOption kFloor{
    .name = "speed_nn_floor",
    .alias = "nnf",
    .field = &SpeedOptions::nn_floor,
    .help = "how far above neural noise, in parts of it, a block must be to be seen",
    .min = 0,
    .max = 1,
    .in_name = true};
const SpeedOption kMaxVal{.name = "speed_max_val",
                          .alias = "mxv",
                          .field = &SpeedOptions::max_val,
                          .help = "cap of all scores",
                          .min = 0,
                          .max = 1000,
                          .in_name = true};
const SpeedOption kWeightVarMode{
    .name = "speed_weight_var_mode",
    .alias = "wvm",
    .field = &SpeedOptions::weight_var_mode,
    .help =
        "variances that weigh the entropies of ref and dist: 0 each its own, 1 ref's, 2 "
        "dist's, 3 their mean; 4, 5 and 6 ref's own, and for dist's entropy a mix with a half, "
        "a quarter and three quarters of dist's",
    .min = 0,
    .max = 6,
    .in_name = true};
const SpeedOption kUseRefDiff{
    .name = "speed_use_ref_diff",
    .alias = "urd",
    .field = &SpeedOptions::use_ref_diff,
    .help = "take the change of dist from its earlier picture to the later one of ref",
    .in_name = true};

}  // namespace

std::span<const SpeedOption> options_of(Content content) {
  static const SpeedOption chroma[] = {kKernelscale, kPrescale, kPrescaleMethod, kSigma,
                                       kFloor,       kMaxVal,   kWeightVarMode};
  static const SpeedOption changes[] = {kKernelscale, kPrescale, kPrescaleMethod, kSigma,
                                        kFloor,       kMaxVal,   kUseRefDiff};
  if (content == Content::chroma) return chroma;
  return changes;
}

}  // namespace assay::speed
