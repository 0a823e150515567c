// The cheaper roots and conversions of devices against the CPU's.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "check/device/kernels.h"
#include "check/device/layer.h"
#include "check/device/numbers.h"

namespace assay::check {
namespace {

class Doubles : public LayerTest {
 protected:
  template <class Kernel, class T>
  std::vector<double> run(const std::vector<T>& numbers) {
    const auto count = static_cast<int>(numbers.size());
    const Buffer from = put(numbers);
    const Buffer out = must(device().allocate(sizeof(double) * numbers.size()));
    must(queue().launch({(count + Kernel::kItems - 1) / Kernel::kItems, 1},
                        Kernel{from.template as<T>(), out.template as<double>(), count}));
    return get<double>(out);
  }
};
ASSAY_CHECK_EACH_DOUBLE_DEVICE(Doubles);

TEST_P(Doubles, HaveTheRootsOfTheCpu) {
  Numbers<double> numbers;
  std::vector<double> squares = {0.0, 1.0, 4.0, 0x1p-500, 0x1p500};
  while (squares.size() < 1 << 20) {
    const double number = std::fabs(numbers.next(squares.size() % 2 == 0 ? 500 : 2));
    squares.push_back(number);
    // Roots close to a number, and to the middle of two.
    const double root = std::fabs(numbers.next(squares.size() % 4 == 1 ? 240 : 1));
    const double square = root * root;
    squares.push_back(square);
    squares.push_back(std::nextafter(square, 0.0));
    squares.push_back(std::fma(root, std::nextafter(root, 1e300), 0.0));
  }
  const std::vector<double> roots = run<BoundedRoots>(squares);
  for (std::size_t n = 0; n < squares.size(); ++n) {
    ASSERT_EQ(roots[n], std::sqrt(squares[n])) << std::hexfloat << squares[n];
  }
}

TEST_P(Doubles, AreTheFloatsThatWereLoweredAndRaised) {
  std::vector<float> floats = {0.0f,      0x1p-149f, -0x1p-149f, 0x1.fffffcp-127f,
                               0x1p-126f, 1.0f,      -1.5f,      0x1.fffffep127f};
  Numbers<float> numbers;
  while (floats.size() < 1 << 18) floats.push_back(numbers.next(126));
  const std::vector<double> doubles = run<RaisedFloats>(floats);
  for (std::size_t n = 0; n < floats.size(); ++n) ASSERT_EQ(doubles[n], floats[n]);
}

}  // namespace
}  // namespace assay::check
