// A set of options that CLI11 reads, in the manner of this program.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::cli {

// "frame_cnt" as "--frame_cnt,--frame-cnt"; `shorts` is such as "-w,".
std::string spellings(const std::string& name, const std::string& shorts = {});

// Options are added group by group and then parsed. Values must outlive this. Of a repeated option
// the last counts, but for lists.
class CommandLine {
 public:
  struct Texts {
    std::string name;
    std::string description;
    std::string usage;  // the lines of the usage, with line feeds
    std::string footer;
  };
  explicit CommandLine(const Texts& texts);

  void begin_group(std::string group) { group_ = std::move(group); }
  void add(const std::string& names, std::string& value, const std::string& type,
           const std::string& help);
  void add_list(const std::string& names, std::vector<std::string>& values, const std::string& type,
                const std::string& help);
  template <class Value>
  void add_flag(const std::string& names, Value& value, const std::string& help) {
    app_.add_flag(names, value, help)->group(group_)->disable_flag_override();
  }

  // Puts what --help or --version ask for into text. Errors: usage; an unknown option suggests the
  // nearest one.
  Status parse(int argc, const char* const* argv, std::string& text);

 private:
  Status check_extras() const;
  Error unknown_option(const std::string& name) const;
  Status check_empty() const;

  CLI::App app_;
  std::string group_;
};

}  // namespace assay::cli
