// Results of SYCL calls as the project's own.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <string_view>
#include <type_traits>

#include "assay/result.h"

namespace assay::device::sycl {

// An error of a call, in SYCL's words.
inline Error sycl_error(std::string_view call, std::string_view reason) {
  return {ErrorCode::unsupported, fmt::format("sycl: {}: {}", call, reason)};
}

// What call() returns, or what it throws as an error.
template <class Call>
auto attempt(std::string_view name, Call&& call)
    -> std::conditional_t<std::is_void_v<decltype(call())>, Status, Result<decltype(call())>> {
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      return {};
    } else {
      return call();
    }
  } catch (const std::exception& error) {
    return sycl_error(name, error.what());
  }
}

}  // namespace assay::device::sycl
