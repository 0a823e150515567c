// One table for every use of a metric's options: parsing, defaults, ranges, help, feature names.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/options.h"
#include "assay/result.h"

namespace assay {

// One option of the options struct S.
template <class S>
struct Option {
  std::string_view name;
  std::string_view alias;  // empty where libvmaf has none
  std::variant<bool S::*, int S::*, double S::*, std::string S::*> field;
  std::string_view help;
  double min = 0;  // numbers
  double max = 0;
  std::vector<std::string_view> choices = {};  // text
  bool in_name = false;                        // a changed value is appended to feature names
};

using OptionPlace = std::variant<bool*, int*, double*, std::string*>;
using OptionConstPlace = std::variant<const bool*, const int*, const double*, const std::string*>;

// An option bound to its place in one options struct.
struct BoundOption {
  OptionInfo info;
  OptionPlace value;
  OptionConstPlace initial;  // the default
};

// Sets bound values from text, by name or alias, in the order given. Booleans are true or false,
// numbers decimal and never NaN. `metric` is named in errors. Errors: usage, with the nearest name
// for an unknown option and the allowed range or choices for a bad value.
Status set_options(std::string_view metric, std::span<BoundOption> bound, const OptionMap& given);

// Suffix of libvmaf's feature names: _<alias or name> for a changed bool, _<alias or name>_<value>
// for other changed values, in alphabetical order of option names. Only options with in_name count.
std::string option_suffix(std::span<const BoundOption> bound);

template <class S>
std::vector<BoundOption> bind_options(std::span<const Option<S>> table, S& options);

template <class S>
std::vector<OptionInfo> describe_options(std::span<const Option<S>> table) {
  S options;
  std::vector<OptionInfo> infos;
  for (BoundOption& bound : bind_options<S>(table, options)) infos.push_back(std::move(bound.info));
  return infos;
}

// Reads options over the defaults of S. Errors as set_options.
template <class S>
Result<S> parse_options(std::string_view metric, std::span<const Option<S>> table,
                        const OptionMap& given) {
  S options;
  std::vector<BoundOption> bound = bind_options<S>(table, options);
  if (Status status = set_options(metric, bound, given); !status) return status.error();
  return options;
}

// The value as text: true/false, whole integers, %g for reals.
std::string option_text(const OptionConstPlace& value);

template <class S>
std::vector<BoundOption> bind_options(std::span<const Option<S>> table, S& options) {
  static const S defaults{};
  std::vector<BoundOption> bound;
  for (const Option<S>& option : table) {
    BoundOption b;
    std::visit([&](auto field) { b.value = &(options.*field); }, option.field);
    std::visit([&](auto field) { b.initial = &(defaults.*field); }, option.field);
    b.info = {.name = std::string(option.name),
              .alias = std::string(option.alias),
              .type = static_cast<OptionType>(option.field.index()),
              .default_value = option_text(b.initial),
              .min = option.min,
              .max = option.max,
              .choices = {option.choices.begin(), option.choices.end()},
              .in_name = option.in_name,
              .help = std::string(option.help)};
    bound.push_back(std::move(b));
  }
  return bound;
}

}  // namespace assay
