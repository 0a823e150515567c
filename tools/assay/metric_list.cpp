#include "metric_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "assay/scorer.h"

namespace assay::cli {
namespace {

const char* type_name(OptionType type) {
  switch (type) {
    case OptionType::boolean: return "bool";
    case OptionType::integer: return "int";
    case OptionType::real: return "double";
    case OptionType::text: return "string";
  }
  return "";
}

bool is_number(const OptionInfo& option) {
  return option.type == OptionType::integer || option.type == OptionType::real;
}

// The values an option takes, such as "int, 0 to 10" or "exact|vmaf".
std::string range_text(const OptionInfo& option) {
  if (option.type == OptionType::boolean) return "true|false";
  if (is_number(option)) {
    return fmt::format("{}, {:g} to {:g}", type_name(option.type), option.min, option.max);
  }
  return option.choices.empty() ? "string" : fmt::format("{}", fmt::join(option.choices, "|"));
}

std::string option_text(const OptionInfo& option) {
  const std::string alias = option.alias.empty() ? "" : ", " + option.alias;
  const std::string initial = option.default_value.empty() ? "empty" : option.default_value;
  return fmt::format("    {}{} ({}, default {})\n        {}\n", option.name, alias,
                     range_text(option), initial, option.help);
}

}  // namespace

std::string metric_list_text() {
  std::string text;
  for (const MetricInfo& metric : list_metrics()) {
    if (!text.empty()) text += "\n";
    text += fmt::format("{}\n    {}\n    features: {}\n", metric.name, metric.summary,
                        fmt::join(metric.outputs, ", "));
    for (const OptionInfo& option : metric.options) text += option_text(option);
  }
  return text;
}

std::string metric_list_json() {
  using Json = nlohmann::ordered_json;
  Json metrics = Json::array();
  for (const MetricInfo& metric : list_metrics()) {
    Json options = Json::array();
    for (const OptionInfo& option : metric.options) {
      Json json = {{"name", option.name},
                   {"alias", option.alias},
                   {"type", type_name(option.type)},
                   {"default", option.default_value}};
      if (is_number(option)) {
        json["min"] = option.min;
        json["max"] = option.max;
      }
      if (!option.choices.empty()) json["choices"] = option.choices;
      json["in_name"] = option.in_name;
      json["help"] = option.help;
      options.push_back(std::move(json));
    }
    metrics.push_back({{"name", metric.name},
                       {"summary", metric.summary},
                       {"features", metric.outputs},
                       {"options", std::move(options)}});
  }
  return Json{{"metrics", std::move(metrics)}}.dump(2) + "\n";
}

}  // namespace assay::cli
