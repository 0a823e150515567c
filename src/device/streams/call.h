// Results of a vendor's calls as the project's own.
//
// CUDA and HIP have the same calls under two names. A vendor is a struct of them (cuda/runtime.h,
// hip/runtime.h); what is built on streams is written once, for both.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "assay/result.h"

namespace assay::device {

// An error for a code that is not success: the call, without its vendor's prefix, its code and its
// text.
template <class Vendor>
Error call_error(std::string_view call, typename Vendor::Code code) {
  (void)Vendor::last_error();  // an error that does not stay is said once
  return {ErrorCode::unsupported,
          fmt::format("{}{}: {} ({}, code {})", Vendor::kName, call, Vendor::text_of(code),
                      Vendor::name_of(code), static_cast<int>(code))};
}

template <class Vendor>
Status check_call(std::string_view call, typename Vendor::Code code) {
  return code == Vendor::kSuccess ? Status() : Status(call_error<Vendor>(call, code));
}

// Makes a device the calling thread's.
template <class Vendor>
Status use_device(int index) {
  return check_call<Vendor>("SetDevice", Vendor::set_device(index));
}

}  // namespace assay::device
