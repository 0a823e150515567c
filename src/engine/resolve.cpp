#include "engine/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <variant>

#include "base/option_table.h"
#include "metrics/registry.h"

namespace assay {
namespace {

using OptionValue = std::variant<bool, int, double, std::string>;

OptionValue default_of(const OptionInfo& info) {
  const std::string& text = info.default_value;
  switch (info.type) {
    case OptionType::boolean: return text == "true";
    case OptionType::integer: return std::atoi(text.c_str());
    case OptionType::real: return std::strtod(text.c_str(), nullptr);
    case OptionType::text: break;
  }
  return text;
}

// One request with the value of every option.
struct Configuration {
  MetricChoice choice;
  std::vector<OptionValue> values;
  std::string visible;  // what the metric itself adds to its keys
  std::string hidden;   // what it leaves out
};

Result<Configuration> configure(const NamedMetric& named, const OptionMap& given) {
  const Metric* const metric = named.metric;
  Configuration made{
      .choice = {metric, given, {}, named.backend}, .values = {}, .visible = {}, .hidden = {}};
  const std::vector<OptionInfo> infos = metric->options();
  for (const OptionInfo& info : infos) made.values.push_back(default_of(info));
  const std::vector<OptionValue> initial = made.values;
  std::vector<BoundOption> bound;
  for (std::size_t i = 0; i < infos.size(); ++i) {
    BoundOption option{.info = infos[i], .value = {}, .initial = {}};
    std::visit([&](auto& value) { option.value = &value; }, made.values[i]);
    std::visit([&](const auto& value) { option.initial = &value; }, initial[i]);
    bound.push_back(std::move(option));
  }
  if (Status status = set_options(metric->name(), bound, given); !status) return status.error();
  made.visible = option_suffix(bound);
  for (BoundOption& option : bound) option.info.in_name = !option.info.in_name;
  made.hidden = option_suffix(bound);
  return made;
}

// Whether both would put the same keys.
bool share_keys(const Configuration& a, const Configuration& b) {
  return a.choice.metric == b.choice.metric && a.visible == b.visible;
}

// Whether another configuration has a better claim to the plain keys.
bool yields_keys(const std::vector<Configuration>& all, std::size_t index) {
  const Configuration& self = all[index];
  if (self.hidden.empty()) return false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == index || !share_keys(all[i], self)) continue;
    if (i < index || all[i].hidden.empty()) return true;
  }
  return false;
}

// "psnr_cuda" as "psnr" on that backend.
Result<NamedMetric> find_named(const std::string& name) {
  const Result<const Metric*> plain = find_metric(name);
  if (plain) return NamedMetric{*plain};
  for (const Backend backend : {Backend::cuda, Backend::hip, Backend::sycl}) {
    const std::string ending = std::string("_") + name_of(backend);
    if (!name.ends_with(ending)) continue;
    const Result<const Metric*> metric = find_metric(name.substr(0, name.size() - ending.size()));
    if (metric) return NamedMetric{*metric, backend};
  }
  return plain.error();
}

}  // namespace

Result<std::vector<MetricChoice>> resolve_options(std::span<const NamedMetric> metrics,
                                                  std::span<const MetricRequest> requests) {
  std::vector<Configuration> distinct;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Result<Configuration> made = configure(metrics[i], requests[i].options);
    if (!made) return made.error();
    const auto same = std::ranges::find_if(distinct, [&](const Configuration& other) {
      return other.choice.metric == made->choice.metric && other.values == made->values;
    });
    if (same == distinct.end()) {
      distinct.push_back(*std::move(made));
      continue;
    }
    const Backend named = made->choice.backend;
    if (same->choice.backend == Backend::automatic) same->choice.backend = named;
    if (named != Backend::automatic && named != same->choice.backend) {
      return Error{
          ErrorCode::usage,
          fmt::format("{} is asked for on {} and on {}, and its scores have one name",
                      made->choice.metric->name(), name_of(same->choice.backend), name_of(named))};
    }
  }
  std::vector<MetricChoice> choices;
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    MetricChoice choice = distinct[i].choice;
    if (yields_keys(distinct, i)) choice.suffix = distinct[i].hidden;
    for (std::size_t j = 0; j < i; ++j) {
      if (share_keys(distinct[i], distinct[j]) && choices[j].suffix == choice.suffix) {
        return Error{
            ErrorCode::usage,
            fmt::format("{} is asked for twice with options too close to tell apart by name",
                        choice.metric->name())};
      }
    }
    choices.push_back(std::move(choice));
  }
  return choices;
}

Result<std::vector<MetricChoice>> resolve_metrics(std::span<const MetricRequest> requests) {
  if (requests.empty()) return Error{ErrorCode::usage, "no metric was asked for"};
  std::vector<NamedMetric> metrics;
  for (const MetricRequest& request : requests) {
    Result<NamedMetric> metric = find_named(request.name);
    if (!metric) return metric.error();
    metrics.push_back(*metric);
  }
  return resolve_options(metrics, requests);
}

}  // namespace assay
