// What readers say when an input fails them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/result.h"

namespace assay {

// An input error with nothing but its cause; the reader adds file and frame.
inline Error input_cause(std::string cause) { return {ErrorCode::input, std::move(cause)}; }

// The name of an input in messages: its path, or "standard input" for "-".
std::string input_name(const std::string& path);

// "<name>: <cause>", of the same code.
Error in_file(std::string_view name, const Error& cause);
// "<name>: frame <n>: <cause>", of the same code.
Error in_frame(std::string_view name, std::int64_t frame, const Error& cause);

// "<name>: after frame <n - 1>: <cause>", of the same code: somewhere behind the pictures before n.
Error behind_frames(std::string_view name, std::int64_t n, const Error& cause);

}  // namespace assay
