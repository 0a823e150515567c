// Names and values of metric options, as users give and read them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace assay {

// Option names (or aliases) and values as text, in the order given; a later one wins.
using OptionMap = std::vector<std::pair<std::string, std::string>>;

enum class OptionType { boolean, integer, real, text };

// What a metric says of one of its options.
struct OptionInfo {
  std::string name;
  std::string alias;  // libvmaf's short name, used in feature-name suffixes; may be empty
  OptionType type;
  std::string default_value;
  double min;                        // numbers only
  double max;                        // numbers only
  std::vector<std::string> choices;  // text only; empty where any text is taken
  bool in_name;                      // a value that is not the default is appended to feature names
  std::string help;
};

}  // namespace assay
