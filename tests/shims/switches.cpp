#include "shims/switches.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace assay::shims {
namespace {

struct Failure {
  std::string call;
  long n = 0;
  bool takes_device = false;
};

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Ends the program where the variable does not say CALL:N or CALL:N+.
Failure read_failure() {
  const std::string text = variable("ASSAY_SHIM_FAIL");
  if (text.empty()) return {};
  const std::size_t colon = text.rfind(':');
  const std::string number = colon == std::string::npos ? "" : text.substr(colon + 1);
  char* end = nullptr;
  Failure failure{text.substr(0, colon), std::strtol(number.c_str(), &end, 10), *end == '+'};
  if (failure.n >= 1 && std::string(end) == (failure.takes_device ? "+" : "")) return failure;
  std::fprintf(stderr, "shim: ASSAY_SHIM_FAIL=%s is not CALL:N\n", text.c_str());
  std::abort();
}

}  // namespace

bool has_no_device() {
  static const bool none = variable("ASSAY_SHIM_NO_DEVICE") == "1";
  return none;
}

bool fails(std::string_view call) {
  static const Failure failure = read_failure();
  static std::atomic<long> calls = 0;
  static std::atomic<bool> is_gone = false;
  if (is_gone) return true;
  if (call != failure.call || ++calls != failure.n) return false;
  is_gone = failure.takes_device;
  std::fprintf(stderr, "shim: %s fails\n", failure.call.c_str());
  return true;
}

}  // namespace assay::shims
