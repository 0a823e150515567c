// Where golden scores are made, and the real clips they are made of.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/devices.h"
#include "assay/reader.h"
#include "assay/scorer.h"

namespace assay::golden {

// The CPU, and every device of this machine.
inline std::vector<ScorerOptions> golden_places() {
  std::vector<ScorerOptions> places(1);
  for (const DeviceInfo& device : list_devices()) {
    if (device.backend == Backend::host) continue;
    places.push_back({.backend = device.backend, .device = device.index, .strict = true});
  }
  return places;
}

inline std::string name_of_place(const ScorerOptions& place) {
  if (place.backend == Backend::automatic) return "on the CPU";
  return std::string("on ") + assay::name_of(place.backend) + std::to_string(place.device);
}

// The file of a real clip: as it is, or decoded to y4m for builds that decode nothing.
inline std::string clip_file(const std::string& name) {
  const std::filesystem::path clips = std::filesystem::path(ASSAY_SHARED_DIR) / "clips";
  const std::filesystem::path decoded = clips / (name + ".y4m");
  return std::filesystem::exists(decoded) ? decoded : clips / (name + ".mkv");
}

// Whether they are there and this build can read them.
inline bool has_real_clips() { return open_reader(clip_file("bbb_576x324_420p8_ref"), {}).ok(); }

// "bbb_576x324_420p8_ref" for "bbb_576x324_420p8_x264crf40".
inline std::string ref_of_clip(const std::string& name) {
  std::size_t end = 0;
  for (int field = 0; field < 3; ++field) end = name.find('_', end + 1);
  return name.substr(0, end) + "_ref";
}

// Scores every pair of pictures of a real clip.
inline Result<Scorer> score_clip(const std::string& name, const std::vector<MetricRequest>& metrics,
                                 const ScorerOptions& place) {
  Result<std::unique_ptr<Reader>> ref = open_reader(clip_file(ref_of_clip(name)), {});
  if (!ref) return ref.error();
  Result<std::unique_ptr<Reader>> dist = open_reader(clip_file(name), {});
  if (!dist) return dist.error();
  Result<Scorer> scorer = Scorer::create(metrics, (*ref)->format(), (*dist)->format(), place);
  if (!scorer) return scorer;
  for (;;) {
    Result<std::optional<Frame>> r = (*ref)->next();
    if (!r) return r.error();
    Result<std::optional<Frame>> d = (*dist)->next();
    if (!d) return d.error();
    if (!*r || !*d) break;
    if (Status status = scorer->submit(**std::move(r), **std::move(d)); !status) {
      return status.error();
    }
  }
  if (Status status = scorer->finish(); !status) return status.error();
  return scorer;
}

}  // namespace assay::golden
