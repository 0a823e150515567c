#include "device/module.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
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
  if (own.empty()) return {};
  return {own, own / "assay", own / ASSAY_MODULE_FOLDER};
}

Error refused(const std::string& reason) { return {ErrorCode::unsupported, reason}; }

Result<void*> find(const std::string& file, void* library, const char* symbol) {
  void* const found = dlsym(library, symbol);
  if (found == nullptr) return refused(fmt::format("{} has no {}", file, symbol));
  return found;
}

// What a function that gives a text says.
Result<std::string> ask(const std::string& file, void* library, const char* symbol) {
  void* const found = dlsym(library, symbol);
  if (found == nullptr) {
    return refused(fmt::format("{} is no module of assay, or of an older build", file));
  }
  return std::string(reinterpret_cast<decltype(&assay_module_build)>(found)());
}

// The loader ends the program at a library that is shorter than it says, and waits for a pipe. A
// library's table of sections is its end.
Status check_whole(const std::string& file) {
  std::error_code failed;
  const fs::file_status status = fs::status(file, failed);
  if (!fs::exists(status)) return {};  // for the loader to tell
  if (!fs::is_regular_file(status)) return refused(fmt::format("{} is no file", file));
  ElfW(Ehdr) header;
  std::ifstream in(file, std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(&header), sizeof(header))) return {};
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return {};
  const std::uintmax_t end = header.e_shoff + std::uintmax_t{header.e_shentsize} * header.e_shnum;
  if (fs::file_size(file, failed) >= end) return {};
  return refused(fmt::format("{} is cut short", file));
}

// The address of a module's function, where the module belongs to this build and backend.
Result<void*> load(Backend backend, const std::string& file, const char* symbol) {
  if (Status whole = check_whole(file); !whole) return whole.error();
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return refused(fmt::format("does not load: {}", dlerror()));
  const Result<std::string> build = ask(file, library, "assay_module_build");
  if (!build) return build.error();
  if (*build != build_stamp()) {
    return refused(
        fmt::format("{} is of another build: {}, this is {}", file, *build, build_stamp()));
  }
  const Result<std::string> own = ask(file, library, "assay_module_backend");
  if (!own) return own.error();
  if (*own != name_of(backend)) {
    return refused(fmt::format("{} is for {}, not for {}", file, *own, name_of(backend)));
  }
  return find(file, library, symbol);
}

}  // namespace

std::string find_module(Backend backend) {
  std::error_code failed;
  const char* const chosen = std::getenv(variable_of(backend).c_str());
  // A name without a folder is a file all the same, not one of the loader's libraries.
  if (chosen != nullptr && *chosen != '\0') return fs::absolute(chosen, failed);
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
  const Result<void*> found = load(backend, file, "assay_executor");
  if (!found) return found.error();
  return reinterpret_cast<decltype(&assay_executor)>(*found)();
}

Result<KernelTable> load_kernels(Backend backend, const char* table) {
  const fs::path folder = fs::path(find_module(backend)).parent_path();
  const fs::path file = folder / fmt::format("{}-{}.so", table, name_of(backend));
  const Result<void*> found = load(backend, file, "assay_kernels");
  if (!found) return found.error();
  KernelTable kernels;
  reinterpret_cast<decltype(&assay_kernels)> (*found)(&kernels);
  return kernels;
}

}  // namespace assay::device
