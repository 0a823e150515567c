#include "command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "base/nearest_name.h"

namespace assay::cli {
namespace {

std::string underscored(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// Shows one spelling of each option.
class Help : public CLI::Formatter {
 public:
  explicit Help(std::string usage) : usage_(std::move(usage)) {}

  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    if (is_positional) return option->get_name(true, false);
    std::vector<std::string> names, seen;
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) {
      if (std::find(seen.begin(), seen.end(), underscored(name)) != seen.end()) continue;
      seen.push_back(underscored(name));
      names.push_back("--" + name);
    }
    return CLI::detail::join(names, ",");
  }

  std::string make_usage(const CLI::App*, std::string) const override { return usage_; }

  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    std::string text = app->get_description() + "\n" + make_usage(app, {}) + make_positionals(app);
    for (const std::string& group : app->get_groups()) {
      const auto options = app->get_options([&](const CLI::Option* option) {
        return option->get_group() == group && option->nonpositional();
      });
      if (!options.empty()) text += make_group(group, false, options);
    }
    return text + "\n" + make_footer(app);
  }

 private:
  std::string usage_;
};

// CLI11's message, plainer where a value is missing or one too many.
std::string plain_message(const CLI::ParseError& error) {
  const std::string message = error.what();
  const std::size_t missing = message.find(": 1 required ");
  if (missing != std::string::npos) return message.substr(0, missing) + ": its value is missing";
  const std::size_t override = message.find(" was given a disallowed flag override");
  if (override != std::string::npos) return "--" + message.substr(0, override) + " takes no value";
  return message;
}

}  // namespace

std::string spellings(const std::string& name, const std::string& shorts) {
  std::string dashed = name;
  std::replace(dashed.begin(), dashed.end(), '_', '-');
  std::string names = shorts + "--" + name;
  for (const std::string& other : {dashed, underscored(name)}) {
    if (other != name) names += ",--" + other;
  }
  return names;
}

CommandLine::CommandLine(const Texts& texts) : app_(texts.description) {
  app_.name(texts.name);
  app_.formatter(std::make_shared<Help>("\nUsage: " + texts.usage));
  app_.get_formatter()->column_width(36);
  app_.allow_extras();
  app_.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app_.set_help_flag("--help", "Print this help and exit");
  app_.set_version_flag("-v,--version", "assay " ASSAY_VERSION, "Print the version and exit");
  app_.footer(texts.footer);
}

void CommandLine::add(const std::string& names, std::string& value, const std::string& type,
                      const std::string& help) {
  app_.add_option(names, value, help)->type_name(type)->group(group_);
}

void CommandLine::add_list(const std::string& names, std::vector<std::string>& values,
                           const std::string& type, const std::string& help) {
  app_.add_option(names, values, help)
      ->type_name(type)
      ->group(group_)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

Status CommandLine::parse(int argc, const char* const* argv, std::string& text) {
  try {
    app_.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    text = app_.help();
    return {};
  } catch (const CLI::CallForVersion& version) {
    text = std::string(version.what()) + "\n";
    return {};
  } catch (const CLI::ParseError& error) {
    std::string message = plain_message(error);
    if (argc > 1 && std::string_view(argv[argc - 1]) == "-h") {
      message = "-h is the height and needs a value; help is --help";
    }
    return Error{ErrorCode::usage, std::move(message)};
  }
  if (Status status = check_extras(); !status) return status;
  return check_empty();
}

Status CommandLine::check_extras() const {
  bool options_over = false;
  for (const std::string& extra : app_.remaining()) {
    if (extra == "--") {
      options_over = true;
    } else if (options_over || extra.size() < 2 || extra[0] != '-') {
      return Error{ErrorCode::usage, fmt::format("unexpected argument \"{}\"", extra)};
    } else {
      return unknown_option(extra.substr(0, extra.find('=')));
    }
  }
  return {};
}

Error CommandLine::unknown_option(const std::string& name) const {
  std::vector<std::string> known;
  for (const CLI::Option* option : app_.get_options()) {
    for (const std::string& long_name : option->get_lnames()) known.push_back("--" + long_name);
  }
  std::string message = fmt::format("unknown option \"{}\"", name);
  const std::string nearest = nearest_name(name, known);
  if (!nearest.empty()) message += fmt::format(", did you mean \"{}\"?", nearest);
  return {ErrorCode::usage, message};
}

// An empty value, as an unset shell variable leaves it, is never meant.
Status CommandLine::check_empty() const {
  for (const CLI::Option* option : app_.get_options()) {
    const CLI::results_t& values = option->results();
    if (option->get_items_expected_max() > 0 &&
        std::find(values.begin(), values.end(), "") != values.end()) {
      return Error{ErrorCode::usage, option->get_name() + ": the value is empty"};
    }
  }
  return {};
}

}  // namespace assay::cli
