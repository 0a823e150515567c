#include "device/module.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace assay::device {
namespace {

namespace fs = std::filesystem;

std::string variable_of(Backend backend) {
  std::string name = name_of(backend);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
  return "ASSAY_" + name + "_MODULE";
}

// The folder of the program or library that this code is part of.
fs::path own_folder() {
  Dl_info info;
  link_map* map = nullptr;
  const auto* const here = reinterpret_cast<const void*>(&find_module);
  std::error_code failed;
  if (dladdr1(here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0) return {};
  const bool is_program = map->l_name == nullptr || *map->l_name == '\0';
  return fs::canonical(is_program ? "/proc/self/exe" : map->l_name, failed).parent_path();
}

std::vector<fs::path> folders() {
  const fs::path own = own_folder();
  return {own, own / "assay", own / ASSAY_MODULE_FOLDER};
}

Error refused(const std::string& reason) { return {ErrorCode::unsupported, reason}; }

// The address of a symbol.
Result<void*> load(const std::string& file, const char* symbol) {
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return refused(fmt::format("does not load: {}", dlerror()));
  void* const found = dlsym(library, symbol);
  if (found == nullptr) return refused(fmt::format("{} has no {}", file, symbol));
  return found;
}

}  // namespace

std::string find_module(Backend backend) {
  std::error_code failed;
  const char* const chosen = std::getenv(variable_of(backend).c_str());
  if (chosen != nullptr && *chosen != '\0') return chosen;
  for (const fs::path& folder : folders()) {
    const fs::path file = folder / fmt::format("assay-{}.so", name_of(backend));
    if (fs::is_regular_file(file, failed)) return file;
  }
  return {};
}

Result<const Executor*> load_executor(Backend backend) {
  const std::string file = find_module(backend);
  if (file.empty()) {
    return refused(
        fmt::format("not part of this build, and {} names no module of it", variable_of(backend)));
  }
  const Result<void*> found = load(file, "assay_executor");
  if (!found) return found.error();
  const Executor* const executor = reinterpret_cast<decltype(&assay_executor)>(*found)();
  if (std::string(executor->version) != ASSAY_VERSION || executor->layout != Executor{}.layout) {
    return refused(fmt::format("{} is of another build: version {}, this is {}", file,
                               executor->version, ASSAY_VERSION));
  }
  return executor;
}

KernelTable load_kernels(Backend backend, const char* table) {
  const fs::path folder = fs::path(find_module(backend)).parent_path();
  const Result<void*> found =
      load(folder / fmt::format("{}-{}.so", table, name_of(backend)), "assay_kernels");
  KernelTable kernels;
  if (found) reinterpret_cast<decltype(&assay_kernels)> (*found)(&kernels);
  return kernels;
}

}  // namespace assay::device
