// From results to exceptions, where a caller's contract is to throw.
#pragma once

#include <stdexcept>

#include "assay/result.h"

namespace assay {

// Throws std::runtime_error with the error's message, if there is one.
inline void throw_error(const Status& status) {
  if (!status) throw std::runtime_error(status.error().message);
}

}  // namespace assay
