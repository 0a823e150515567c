// a * b + c written as a product and a sum, compiled twice: with the project's flags, and with a
// compiler that may fuse the two.
#pragma once

#include <cstddef>
#include <span>

namespace assay::check {

template <class Real>
struct Terms {
  std::span<const Real> a, b, c;
};

// out[i] = a[i] * b[i] + c[i] on the best enabled instruction set; sizes are multiples of 16.
namespace project_flags {
void plain_sums(const Terms<float>& terms, float* out);
void plain_sums(const Terms<double>& terms, double* out);
void vector_sums(const Terms<float>& terms, float* out);
}  // namespace project_flags

namespace fusing_flags {
void plain_sums(const Terms<float>& terms, float* out);
void plain_sums(const Terms<double>& terms, double* out);
void vector_sums(const Terms<float>& terms, float* out);
}  // namespace fusing_flags

}  // namespace assay::check
