// Option text: one name=value a line. What is taken must be within the table's limits.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/option_table.h"

namespace {

struct Settings {
  bool flag = false;
  int count = 5;
  double weight = 0.5;
  std::string method = "nearest";
  std::string path;
};

const assay::Option<Settings> table[] = {
    {.name = "flag", .alias = "f", .field = &Settings::flag, .help = "", .in_name = true},
    {.name = "count",
     .alias = "n",
     .field = &Settings::count,
     .help = "",
     .min = -3,
     .max = 4000,
     .in_name = true},
    {.name = "weight",
     .alias = "w",
     .field = &Settings::weight,
     .help = "",
     .min = -1.5,
     .max = 1e6,
     .in_name = true},
    {.name = "method",
     .alias = "m",
     .field = &Settings::method,
     .help = "",
     .choices = {"nearest", "bilinear"},
     .in_name = true},
    {.name = "path", .alias = "", .field = &Settings::path, .help = ""},
};

assay::OptionMap split(std::string_view text) {
  assay::OptionMap map;
  while (!text.empty() && map.size() < 16) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t equals = line.find('=');
    map.emplace_back(line.substr(0, equals),
                     equals == line.npos ? std::string_view() : line.substr(equals + 1));
  }
  return map;
}

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const assay::OptionMap given = split({reinterpret_cast<const char*>(data), size});
  auto settings = assay::parse_options<Settings>("metric", table, given);
  if (!settings) {
    require(settings.error().code == assay::ErrorCode::usage);
    require(!settings.error().message.empty());
    return 0;
  }
  require(settings->count >= -3 && settings->count <= 4000);
  require(settings->weight >= -1.5 && settings->weight <= 1e6);
  require(settings->method == "nearest" || settings->method == "bilinear");
  // The suffix is empty exactly when nothing that it shows has changed.
  const bool changed = settings->flag || settings->count != 5 || settings->weight != 0.5 ||
                       settings->method != "nearest";
  const std::string suffix =
      assay::option_suffix(assay::bind_options<Settings>(table, settings.value()));
  require(suffix.empty() == !changed);
  return 0;
}
