// Lines of samples that go on beyond their ends.
#pragma once

#include "math/scalar_math.h"

namespace assay {

// Index i, less than the line or at most two beyond an end, of a line of this size that goes on by
// reflection at its first and last sample; short lines reflect more than once.
ASSAY_FN int reflect(int i, int size) {
  i = i < 0 ? -i : i;
  i = i >= size ? 2 * size - 2 - i : i;
  i = i < 0 ? -i : i;
  return i < size ? i : size - 1;  // of a line of one
}

}  // namespace assay
