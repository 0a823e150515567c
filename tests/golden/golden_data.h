// Scores of other programs, kept as numbers under tests/golden/data.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace assay::golden {

inline nlohmann::json load_golden(const std::string& file) {
  std::ifstream in(std::string(ASSAY_GOLDEN_DATA) + "/" + file);
  if (!in) throw std::runtime_error("no golden data in " + file);
  return nlohmann::json::parse(in);
}

}  // namespace assay::golden
