#include "metrics/metric.h"

#include <fmt/format.h>

namespace assay {

Status Metric::can_run(const DeviceInfo&, const VideoFormat&, const OptionMap&) const {
  return Error{ErrorCode::unsupported, fmt::format("{} runs on the CPU only", name())};
}

Result<std::unique_ptr<Extractor>> Metric::create_on_device(const OptionMap&,
                                                            const ExtractorContext&) const {
  return Error{ErrorCode::unsupported, fmt::format("{} runs on the CPU only", name())};
}

Status check_double_precision(const DeviceInfo& device) {
  if (device.has_double) return {};
  return Error{ErrorCode::unsupported, "the device lacks double precision"};
}

}  // namespace assay
