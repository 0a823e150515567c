// Runs a test once for every instruction set of this machine.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "cpu/targets.h"

namespace assay::check {

// TEST_P cases of a derived class run as target().
class EachTarget : public ::testing::TestWithParam<std::int64_t> {
 protected:
  std::int64_t target() const { return GetParam(); }

 private:
  ScopedTarget scoped_{GetParam()};
};

inline std::string target_case_name(const ::testing::TestParamInfo<std::int64_t>& info) {
  return target_name(info.param);
}

}  // namespace assay::check

#define ASSAY_CHECK_EACH_TARGET(suite)                                                       \
  INSTANTIATE_TEST_SUITE_P(Target, suite, ::testing::ValuesIn(::assay::supported_targets()), \
                           ::assay::check::target_case_name)
