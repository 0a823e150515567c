#include "device/module.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "assay/devices.h"

namespace assay::device {
namespace {

class Module : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const char* const chosen = std::getenv(kVariable)) chosen_ = chosen;
  }
  void TearDown() override {
    chosen_ ? setenv(kVariable, chosen_->c_str(), 1) : unsetenv(kVariable);
  }

  static std::string file_of(const std::string& folder) {
    return std::string(MODULE_FOLDERS) + "/" + folder + "/assay-hip.so";
  }
  static void choose(const std::string& file) { setenv(kVariable, file.c_str(), 1); }

  // Why a file gives no executor.
  static std::string refusal(const std::string& file) {
    choose(file);
    const Result<const Executor*> executor = load_executor(Backend::hip);
    return executor ? "" : executor.error().message;
  }
  // Why the file beside it gives no kernels.
  static std::string refusal_of_kernels(const std::string& file) {
    choose(file);
    const Result<KernelTable> kernels = load_kernels(Backend::hip, "metric_kernels");
    return kernels ? "" : kernels.error().message;
  }
  static Result<KernelTable> kernels(Backend backend) {
    return load_kernels(backend, "metric_kernels");
  }

  static constexpr const char* kVariable = "ASSAY_HIP_MODULE";
  std::optional<std::string> chosen_;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(Module, OfThisBuildAndBackendIsTaken) {
  EXPECT_EQ(refusal(file_of("right")), "");
  const Result<KernelTable> table = kernels(Backend::hip);
  ASSERT_TRUE(table) << table.error().message;
  ASSERT_EQ(table->size(), 1u);
  EXPECT_EQ(table->front().name, "kernel");
}

TEST_F(Module, ThatIsMissingIsNamed) {
  for (const std::string& reason :
       {refusal("/nowhere/assay-hip.so"), refusal_of_kernels("/nowhere/assay-hip.so")}) {
    EXPECT_TRUE(contains(reason, "does not load: /nowhere/")) << reason;
    EXPECT_TRUE(contains(reason, "-hip.so")) << reason;
  }
}

TEST_F(Module, ThatIsNoneIsRefused) {
  for (const std::string& reason :
       {refusal(file_of("of_nothing")), refusal_of_kernels(file_of("of_nothing"))})
    EXPECT_TRUE(contains(reason, "-hip.so is no module of assay, or of an older build")) << reason;
}

TEST_F(Module, OfAnotherBuildIsRefused) {
  for (const std::string& reason :
       {refusal(file_of("of_another_build")), refusal_of_kernels(file_of("of_another_build"))}) {
    EXPECT_TRUE(contains(reason, "-hip.so is of another build: 0.0.0 of old, this is ")) << reason;
    EXPECT_TRUE(contains(reason, build_stamp())) << reason;
  }
}

TEST_F(Module, ForAnotherBackendIsRefused) {
  for (const std::string& reason :
       {refusal(file_of("for_sycl")), refusal_of_kernels(file_of("for_sycl"))})
    EXPECT_TRUE(contains(reason, "-hip.so is for sycl, not for hip")) << reason;
}

TEST_F(Module, ThatIsRefusedHasNoDevices) {
  for (const char* folder : {"nowhere", "of_nothing", "of_another_build", "for_sycl"}) {
    const std::string reason = refusal(file_of(folder));
    ASSERT_NE(reason, "");
    EXPECT_TRUE(devices_of(Backend::hip).empty());
    EXPECT_EQ(why_no_device(Backend::hip), reason);
    const auto opened = open_device(Backend::hip, 3, &kernels);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::unsupported);
    EXPECT_EQ(opened.error().message, "backend hip: " + reason);
  }
}

TEST_F(Module, WhoseKernelsDoNotLoadOpensNoDevice) {
  choose(file_of("right"));
  const auto opened = open_device(Backend::hip, 3, [](Backend) -> Result<KernelTable> {
    return Error{ErrorCode::unsupported, "no kernels today"};
  });
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message, "backend hip: no kernels today");
}

TEST_F(Module, NamesTheDevicesThereAre) {
  choose(file_of("right"));
  const auto opened = open_device(Backend::hip, 0, &kernels);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message, "backend hip: no device 0, there is 3");
}

// A name without a folder is a file of the current one, never a library of the loader's.
TEST_F(Module, IsAFileWhereverItIs) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(std::filesystem::path(file_of("right")).parent_path());
  EXPECT_EQ(refusal("assay-hip.so"), "");
  EXPECT_EQ(refusal_of_kernels("assay-hip.so"), "");
  const std::string reason = refusal("libc.so.6");
  EXPECT_TRUE(contains(reason, "does not load")) << reason;
  std::filesystem::current_path(before);
}

// Copies that were interrupted, at every size.
TEST_F(Module, ThatIsCutShortIsRefused) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "assay_cut_module";
  fs::create_directories(folder);
  const std::string cut = folder / "assay-hip.so";
  const std::uintmax_t whole = fs::file_size(file_of("right"));
  for (const std::uintmax_t size : {std::uintmax_t{0}, std::uintmax_t{3}, std::uintmax_t{63},
                                    std::uintmax_t{64}, whole / 3, whole / 2, whole - 1}) {
    fs::copy_file(file_of("right"), cut, fs::copy_options::overwrite_existing);
    fs::resize_file(cut, size);
    const std::string reason = refusal(cut);
    EXPECT_TRUE(contains(reason, "assay-hip.so")) << size << ' ' << reason;
    if (size < 64) continue;
    EXPECT_TRUE(contains(reason, "is cut short")) << size << ' ' << reason;
  }
  fs::remove_all(folder);
  EXPECT_TRUE(contains(refusal(MODULE_FOLDERS), "is no file"));
}

TEST_F(Module, IsForSomeBackendsOnly) {
  EXPECT_EQ(why_no_device(Backend::cpu), "");
  EXPECT_EQ(why_no_device(Backend::host), "");
  EXPECT_TRUE(is_built_in(Backend::host));
}

}  // namespace
}  // namespace assay::device
