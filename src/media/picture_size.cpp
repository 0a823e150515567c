#include "media/picture_size.h"

#include <fmt/format.h>

#include "media/input_error.h"

namespace assay {

Status check_picture_size(std::int64_t width, std::int64_t height) {
  if (width <= 0 || height <= 0) {
    return input_cause(fmt::format("a picture of {}x{} samples is empty", width, height));
  }
  if (width > max_picture_side || height > max_picture_side) {
    return input_cause(fmt::format("a picture of {}x{} samples is too large: at most {} a side",
                                   width, height, max_picture_side));
  }
  if (width * height > max_picture_area) {
    return input_cause(fmt::format("a picture of {}x{} samples is too large: at most {} samples",
                                   width, height, max_picture_area));
  }
  return {};
}

}  // namespace assay
