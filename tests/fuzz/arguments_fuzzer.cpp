// The command line: one argument a line.
#include <string>
#include <vector>

#include "arguments.h"
#include "fuzz/drain.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using assay::fuzz::require;
  std::vector<std::string> lines = {"assay", ""};
  for (std::size_t i = 0; i < size && lines.size() < 40; ++i) {
    if (data[i] == '\n') {
      lines.emplace_back();
    } else if (data[i] != 0) {
      lines.back().push_back(static_cast<char>(data[i]));
    }
  }
  std::vector<const char*> arguments;
  for (const std::string& line : lines) arguments.push_back(line.c_str());
  const auto request =
      assay::cli::parse_arguments(static_cast<int>(arguments.size()), arguments.data());
  if (!request) {
    require(request.error().code == assay::ErrorCode::usage ||
            request.error().code == assay::ErrorCode::unsupported);
    require(!request.error().message.empty());
    return 0;
  }
  if (request->kind == assay::cli::Request::Kind::score) {
    require(!request->arguments.ref.empty() && !request->arguments.dist.empty());
    require(request->arguments.scorer.threads >= 0 && request->arguments.scorer.subsample >= 1);
  }
  return 0;
}
