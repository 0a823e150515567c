#include "cpu/processor.h"

#include <fstream>

#include "cpu/targets.h"

namespace assay {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    return colon == std::string::npos ? "" : line.substr(colon + 2);
  }
  return "";
}

std::string instruction_set_name() { return target_name(supported_targets().front()); }

}  // namespace assay
