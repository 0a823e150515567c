#include "device/module.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "assay/devices.h"

namespace assay::device {
namespace {

class Module : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* const chosen = std::getenv(kVariable);
    if (chosen != nullptr) chosen_ = chosen;
  }
  void TearDown() override { setenv(kVariable, chosen_.c_str(), 1); }

  // Why a file gives no executor.
  static std::string refusal(const char* file) {
    setenv(kVariable, file, 1);
    const Result<const Executor*> executor = load_executor(Backend::hip);
    return executor ? "" : executor.error().message;
  }

  static constexpr const char* kVariable = "ASSAY_HIP_MODULE";
  std::string chosen_;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(Module, ThatIsMissingIsNamed) {
  const std::string reason = refusal("nowhere/assay-hip.so");
  EXPECT_TRUE(contains(reason, "does not load")) << reason;
  EXPECT_TRUE(contains(reason, "nowhere/assay-hip.so")) << reason;
}

TEST_F(Module, ThatIsNoneIsRefused) {
  const std::string reason = refusal(MODULE_OF_NOTHING);
  EXPECT_TRUE(contains(reason, "has no assay_executor")) << reason;
}

TEST_F(Module, OfAnotherBuildIsRefused) {
  const std::string reason = refusal(MODULE_OF_ANOTHER_BUILD);
  EXPECT_TRUE(contains(reason, "of another build: version 0.0.0")) << reason;
}

TEST_F(Module, ThatIsRefusedHasNoDevicesAndNoKernels) {
  for (const char* file : {"nowhere/assay-hip.so", MODULE_OF_NOTHING, MODULE_OF_ANOTHER_BUILD}) {
    const std::string reason = refusal(file);
    EXPECT_TRUE(devices_of(Backend::hip).empty());
    EXPECT_EQ(why_no_device(Backend::hip), reason);
    EXPECT_TRUE(load_kernels(Backend::hip, "metric_kernels").empty());
    const auto opened = open_device(Backend::hip, 0, [](Backend) { return KernelTable(); });
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::unsupported);
    EXPECT_EQ(opened.error().message, "backend hip: " + reason);
  }
}

TEST_F(Module, IsForSomeBackendsOnly) {
  EXPECT_EQ(why_no_device(Backend::cpu), "");
  EXPECT_EQ(why_no_device(Backend::host), "");
  EXPECT_TRUE(is_built_in(Backend::host));
}

}  // namespace
}  // namespace assay::device
