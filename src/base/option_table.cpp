#include "base/option_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

#include "base/nearest_name.h"

namespace assay {
namespace {

// A decimal number that takes the whole text; a leading plus is allowed.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  Number number;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

// What the option takes, for error messages.
std::string expected_values(const OptionInfo& info) {
  switch (info.type) {
    case OptionType::boolean: return "true or false";
    case OptionType::integer:
      return fmt::format("an integer from {:.0f} to {:.0f}", info.min, info.max);
    case OptionType::real: return fmt::format("a number from {:g} to {:g}", info.min, info.max);
    case OptionType::text: return fmt::format("one of {}", fmt::join(info.choices, ", "));
  }
  return {};
}

bool set_value(const OptionInfo&, bool& value, const std::string& text) {
  if (text != "true" && text != "false") return false;
  value = text == "true";
  return true;
}

template <class Number>
bool set_value(const OptionInfo& info, Number& value, const std::string& text) {
  const std::optional<Number> number = parse_number<Number>(text);
  const bool within = number && *number >= info.min && *number <= info.max;  // false for NaN
  if (within) value = *number;
  return within;
}

bool set_value(const OptionInfo& info, std::string& value, const std::string& text) {
  const bool allowed = info.choices.empty() || std::ranges::count(info.choices, text) > 0;
  if (allowed) value = text;
  return allowed;
}

BoundOption* find_option(std::span<BoundOption> bound, const std::string& name) {
  for (BoundOption& option : bound) {
    if (option.info.name == name) return &option;
  }
  for (BoundOption& option : bound) {
    if (!option.info.alias.empty() && option.info.alias == name) return &option;
  }
  return nullptr;
}

Status set_option(std::string_view metric, std::span<BoundOption> bound, const std::string& name,
                  const std::string& text) {
  BoundOption* option = find_option(bound, name);
  if (option == nullptr) {
    std::vector<std::string> names;
    for (const BoundOption& known : bound) names.push_back(known.info.name);
    return Error{ErrorCode::usage,
                 fmt::format("{}: {}", metric, describe_unknown("option", name, names))};
  }
  const OptionInfo& info = option->info;
  const bool set =
      std::visit([&](auto* value) { return set_value(info, *value, text); }, option->value);
  if (set) return {};
  return Error{ErrorCode::usage, fmt::format("{}: option {} must be {}, not \"{}\"", metric,
                                             info.name, expected_values(info), text)};
}

bool is_changed(const BoundOption& option) {
  return std::visit(
      [&](auto* value) {
        return *value != *std::get<const std::remove_pointer_t<decltype(value)>*>(option.initial);
      },
      option.value);
}

OptionConstPlace as_const_place(const OptionPlace& place) {
  return std::visit([](auto* value) { return OptionConstPlace(&std::as_const(*value)); }, place);
}

}  // namespace

Status set_options(std::string_view metric, std::span<BoundOption> bound, const OptionMap& given) {
  for (const auto& [name, text] : given) {
    if (Status status = set_option(metric, bound, name, text); !status) return status;
  }
  return {};
}

std::string option_suffix(std::span<const BoundOption> bound) {
  std::vector<const BoundOption*> changed;
  for (const BoundOption& option : bound) {
    if (option.info.in_name && is_changed(option)) changed.push_back(&option);
  }
  std::ranges::sort(changed, {}, [](const BoundOption* option) { return option->info.name; });
  std::string suffix;
  for (const BoundOption* option : changed) {
    const OptionInfo& info = option->info;
    suffix += '_' + (info.alias.empty() ? info.name : info.alias);
    if (info.type != OptionType::boolean)
      suffix += '_' + option_text(as_const_place(option->value));
  }
  return suffix;
}

std::string option_text(const OptionConstPlace& place) {
  if (const auto* real = std::get_if<const double*>(&place)) return fmt::format("{:g}", **real);
  return std::visit([](auto* value) { return fmt::format("{}", *value); }, place);
}

}  // namespace assay
