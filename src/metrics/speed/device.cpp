#include "metrics/speed/device.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "metrics/speed/kernels.h"

namespace assay::speed {
namespace {

using statistics::ComparePlanes;
using statistics::FactorCovariance;
using statistics::Factors;
using statistics::FindMoments;
using statistics::Moments;
using statistics::Score;

static_assert(sizeof(float) == sizeof(std::int32_t));

template <int kMost>
Taps<kMost> taps_of(const std::vector<float>& taps) {
  Taps<kMost> made{.count = static_cast<int>(taps.size())};
  std::copy(taps.begin(), taps.end(), made.of);
  return made;
}

std::size_t entries_of(const Axis& axis) { return axis.resampling.index.size(); }

// Takes memory until some is refused.
struct Allocation {
  device::Device& device;
  Status status = {};

  void take(device::Buffer& to, std::size_t bytes) {
    if (!status) return;
    Result<device::Buffer> taken = device.allocate(bytes);
    if (taken) {
      to = *std::move(taken);
    } else {
      status = taken.error();
    }
  }
};

}  // namespace

Status Chain::prepare(device::Device& device, Slot& slot) const {
  const auto count = static_cast<std::size_t>(sides());
  const std::size_t decimated =
      static_cast<std::size_t>(plan_.across.small) * static_cast<std::size_t>(plan_.down.small);
  slot.is_scored = device.info().has_double;
  const std::size_t small = sizeof(float) * plan_.samples() * count;
  const std::size_t scores = sizeof(Score) * static_cast<std::size_t>(plan_.plane_count());
  Allocation allocation{device};
  allocation.take(slot.decimated, sizeof(float) * decimated * count);
  allocation.take(slot.small, small);
  if (slot.is_scored) {
    allocation.take(slot.moments, sizeof(Moments) * count);
    allocation.take(slot.factors, sizeof(Factors) * count);
    allocation.take(slot.scores, scores);
  }
  if (!allocation.status) return allocation.status;
  Result<device::PinnedBuffer> readback = device.allocate_pinned(slot.is_scored ? scores : small);
  if (!readback) return readback.error();
  slot.readback = *std::move(readback);
  if (!slot.is_scored) slot.host = std::make_unique<HostWork>();
  return plan_.is_scaled ? upload_tables(device, slot) : Status();
}

Status Chain::upload_tables(device::Device& device, Slot& slot) const {
  const std::size_t bytes = 2 * sizeof(float) * (entries_of(plan_.across) + entries_of(plan_.down));
  Result<device::Buffer> tables = device.allocate(bytes);
  if (!tables) return tables.error();
  Result<device::PinnedBuffer> staging = device.allocate_pinned(bytes);
  if (!staging) return staging.error();
  std::byte* to = staging->data();
  for (const Axis* axis : {&plan_.across, &plan_.down}) {
    const std::size_t half = sizeof(float) * entries_of(*axis);
    std::memcpy(to, axis->resampling.index.data(), half);
    std::memcpy(to + half, axis->resampling.weight.data(), half);
    to += 2 * half;
  }
  slot.tables = *std::move(tables);
  Result<std::unique_ptr<device::Queue>> queue = device.make_queue();
  if (!queue) return queue.error();
  // The queue waits for it when it goes.
  return (*queue)->upload(slot.tables.data(), staging->data(), bytes);
}

Status Chain::enqueue_planes(device::Queue& queue, const DeviceSource& source,
                             const Slot& slot) const {
  Decimate decimate{.pictures = source.pictures,
                    .earlier = {source.earlier[0], source.earlier[1]},
                    .first_plane = plan_.first_plane(),
                    .is_change = plan_.content == Content::luma_changes,
                    .use_ref_diff = plan_.options.use_ref_diff,
                    .depth = plan_.format.depth,
                    .taps = taps_of<kMostTaps>(plan_.decimation_taps),
                    .scaled_width = plan_.across.scaled,
                    .scaled_height = plan_.down.scaled,
                    .tiles = device::divide_up(plan_.across.small, Decimate::kColumns),
                    .width = plan_.across.small,
                    .height = plan_.down.small,
                    .to = slot.decimated.as<float>()};
  if (plan_.is_scaled) {
    const auto* index = slot.tables.as<const std::int32_t>();
    const auto* weight = slot.tables.as<const float>() + entries_of(plan_.across);
    decimate.points = plan_.across.resampling.points;
    decimate.across = {index, weight, plan_.across.scaled};
    decimate.down = {index + 2 * entries_of(plan_.across),
                     weight + entries_of(plan_.across) + entries_of(plan_.down), plan_.down.scaled};
  }
  const SubtractMeans subtract{.from = slot.decimated.as<const float>(),
                               .from_width = plan_.across.small,
                               .from_height = plan_.down.small,
                               .taps = taps_of<kMostMeanTaps>(plan_.mean_taps),
                               .scale = plan_.scale,
                               .to = slot.small.as<float>(),
                               .width = plan_.across.whole,
                               .height = plan_.down.whole,
                               .planes = sides()};
  const int samples = static_cast<int>(plan_.samples()) * sides();
  Status status = queue.launch({decimate.tiles * sides(), decimate.height}, decimate);
  if (!status) return status;
  return queue.launch({device::divide_up(samples, SubtractMeans::kItems), 1}, subtract);
}

Status Chain::enqueue_end(device::Queue& queue, const Slot& slot) const {
  const device::Buffer& from = slot.is_scored ? slot.scores : slot.small;
  Status status;
  if (slot.is_scored) status = enqueue_scores(queue, slot);
  if (status) status = queue.download(slot.readback.data(), from.data(), from.size());
  return status;
}

Status Chain::enqueue_scores(device::Queue& queue, const Slot& slot) const {
  const int width = plan_.across.whole;
  const int height = plan_.down.whole;
  const FindMoments moments{.planes = slot.small.as<const float>(),
                            .width = width,
                            .height = height,
                            .to = slot.moments.as<Moments>()};
  const FactorCovariance factors{.moments = slot.moments.as<const Moments>(),
                                 .windows = plan_.windows(),
                                 .to = slot.factors.as<Factors>()};
  const ComparePlanes compare{.planes = slot.small.as<const float>(),
                              .factors = slot.factors.as<const Factors>(),
                              .width = width,
                              .height = height,
                              .sigma_nn = static_cast<float>(plan_.options.sigma_nn),
                              .visible = visible_entropy(plan_.options),
                              .weight_var_mode = plan_.options.weight_var_mode,
                              .to = slot.scores.as<Score>()};
  Status status = queue.launch({FindMoments::kParts, sides()}, moments);
  if (status) status = queue.launch({2, sides()}, factors);
  if (status) status = queue.launch({plan_.plane_count(), 1}, compare);
  return status;
}

void Chain::read(const Slot& slot, FrameScores& scores) const {
  scores = {};
  if (slot.is_scored) {
    const auto* from = slot.readback.as<const Score>();
    for (int p = 0; p < plan_.plane_count(); ++p) {
      scores[p] = {.value = from[p].value, .is_singular = from[p].is_singular != 0};
    }
    return;
  }
  std::array<Side, 4>& made = slot.host->sides;
  workers_->for_each(sides(), [&](int i) {
    const auto first = static_cast<std::size_t>(i) * plan_.samples();
    find_statistics(plan_, slot.readback.as<const float>() + first, made[i]);
  });
  for (int p = 0; p < plan_.plane_count(); ++p) {
    scores[p] = compare(made[2 * p].statistics, made[2 * p + 1].statistics, plan_.blocks(),
                        plan_.options, slot.host->comparison);
  }
}

Status ChangesChain::prepare_left(device::Device& device, device::Queue& queue, Left& left) const {
  for (KeptPlane& luma : left.luma) {
    Result<KeptPlane> kept = keep_plane(device, queue, plan().format, 0);
    if (!kept) return kept.error();
    luma = *std::move(kept);
  }
  return {};
}

Status ChangesChain::enqueue(device::Queue& queue, const device::Pictures* pictures,
                             const Turn<Left>& turn, Slot& slot) const {
  const Left& earlier = turn.before(1);
  const Left& kept = turn.before(0);
  const KeepLuma keep{.pictures = pictures,
                      .kept = {kept.luma[0].rows(), kept.luma[1].rows()},
                      .across = device::divide_up(plan().format.width, KeepLuma::kItems),
                      .bytes_per_sample = bytes_per_sample(plan().format)};
  const device::Grid grid{2 * keep.across,
                          device::divide_up(plan().format.height, KeepLuma::kRows)};
  if (Status status = queue.launch(grid, keep); !status) return status;
  return enqueue_planes(
      queue, {.pictures = pictures, .earlier = {earlier.luma[0].rows(), earlier.luma[1].rows()}},
      slot);
}

}  // namespace assay::speed
