#include "held_clip.h"

#include <cstring>
#include <optional>
#include <utility>

#include "image/frame_pool.h"

namespace assay::cli {
namespace {

Result<Frame> copy_frame(const Frame& frame, FramePool& pool) {
  Result<Picture> picture = pool.acquire();
  if (!picture) return picture.error();
  for (int p = 0; p < plane_count(frame.format.pixels); ++p) {
    const PlaneSpan to = picture->plane(p);
    const PlaneView& from = frame.planes[p];
    const std::size_t row = static_cast<std::size_t>(from.width) *
                            static_cast<std::size_t>(bytes_per_sample(frame.format));
    for (int y = 0; y < from.height; ++y) {
      std::memcpy(to.data + y * to.pitch, from.data + y * from.pitch, row);
    }
  }
  return (*std::move(picture)).freeze();
}

std::int64_t picture_bytes(const Frame& frame) {
  std::int64_t bytes = 0;
  for (int p = 0; p < plane_count(frame.format.pixels); ++p) {
    bytes += frame.planes[p].pitch * frame.planes[p].height;
  }
  return bytes;
}

}  // namespace

Result<HeldClip> hold_clip(PairReader& pairs, std::int64_t most_bytes) {
  HeldClip held;
  FramePool refs(pairs.ref().format()), dists(pairs.dist().format());
  std::int64_t bytes = 0;
  while (true) {
    Result<std::optional<Pair>> pair = pairs.next();
    if (!pair) return pair.error();
    if (!*pair) return held;
    if (most_bytes > 0 && bytes >= most_bytes) {
      held.is_cut = true;
      return held;
    }
    Result<Frame> ref = copy_frame((*pair)->ref, refs);
    if (!ref) return ref.error();
    Result<Frame> dist = copy_frame((*pair)->dist, dists);
    if (!dist) return dist.error();
    bytes += picture_bytes(*ref) + picture_bytes(*dist);
    held.pairs.push_back({*std::move(ref), *std::move(dist)});
  }
}

}  // namespace assay::cli
