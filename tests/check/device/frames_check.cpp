// Pairs in flight: what kernels see of them, from the host's memory and from the device's.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "check/device/kernels.h"
#include "check/each_device.h"
#include "check/guarded_pair.h"
#include "device/frames.h"
#include "device/pictures.h"

namespace assay {
Result<device::KernelTable> layer_kernels(Backend backend);
}

namespace assay::check {
namespace {

using device::Buffer;
using device::Frames;
using device::PinnedBuffer;

constexpr VideoFormat kFormat{
    .width = 131, .height = 37, .depth = 10, .pixels = PixelFormat::yuv422};

void run_now(const std::function<void()>& task) { task(); }

class PairsInFlight : public EachDevice<&layer_kernels> {
 protected:
  void start(unsigned planes, int slots, std::optional<unsigned> dist_planes = {}) {
    frames_ = must(Frames::create(
        device(),
        {.format = kFormat, .planes = planes, .dist_planes = dist_planes, .slots = slots}));
    for (int slot = 0; slot < slots; ++slot) {
      seen_.push_back(must(device().allocate(6 * CopyPlanes::kMostBytes)));
      back_.push_back(must(device().allocate_pinned(6 * CopyPlanes::kMostBytes)));
      device::Queue& queue = frames_->queue(slot);
      must(queue.begin_capture());
      must(queue.fill(seen_[slot].data(), 0, seen_[slot].size()));
      must(queue.launch({6, 1}, CopyPlanes{frames_->pictures(slot), seen_[slot].as<unsigned char>(),
                                           bytes_per_sample(kFormat)}));
      must(queue.download(back_[slot].data(), seen_[slot].data(), seen_[slot].size()));
      graphs_.push_back(must(queue.end_capture()));
    }
  }
  Status run(const Frame& ref, const Frame& dist, int slot) {
    std::memset(back_[slot].data(), 0x77, back_[slot].size());
    if (Status status = frames_->begin(ref, dist, slot, run_now); !status) return status;
    EXPECT_EQ(frames_->copies(slot), !ref.on_device || !dist.on_device);
    if (Status status = frames_->send(slot); !status) return status;
    if (Status status = frames_->queue(slot).replay(*graphs_[slot]); !status) return status;
    return frames_->end(slot);
  }
  // Whether the slot's work saw these samples in the planes that are read, and nothing elsewhere.
  void expect_seen(const GuardedPair& pair, unsigned planes, int slot,
                   std::optional<unsigned> dist_planes = {}) {
    must(frames_->wait(slot));
    for (int side = 0; side < 2; ++side) {
      const unsigned read = side == 0 ? planes : dist_planes.value_or(planes);
      for (int p = 0; p < 3; ++p) {
        const std::byte* at = back_[slot].data() + (side * 3 + p) * CopyPlanes::kMostBytes;
        const int width = plane_width(kFormat, p), height = plane_height(kFormat, p);
        if ((read >> p & 1) == 0) {
          EXPECT_EQ(at[0], std::byte{CopyPlanes::kNothing});
          continue;
        }
        for (int y = 0; y < height; ++y) {
          for (int x = 0; x < width; ++x) {
            std::uint16_t sample;
            std::memcpy(&sample, at + (y * width + x) * sizeof sample, sizeof sample);
            ASSERT_EQ(sample, pair.sample(side, p, x, y)) << side << p << ' ' << x << ',' << y;
          }
        }
      }
    }
  }
  // The pictures of a pair as another program would have them on the device: at a pitch of its own.
  Frame on_device(const Frame& from, device::Queue& queue, device::Event& ready) {
    struct Memory {
      Buffer planes[3];
      PinnedBuffer staging[3];
    };
    auto memory = std::make_shared<Memory>();
    Frame frame = from;
    for (int p = 0; p < 3; ++p) {
      const int width = plane_width(kFormat, p) * 2, height = plane_height(kFormat, p);
      const std::size_t pitch = static_cast<std::size_t>(width) + 3;
      memory->planes[p] = must(device().allocate(pitch * height));
      memory->staging[p] = must(device().allocate_pinned(pitch * height));
      for (int y = 0; y < height; ++y) {
        std::memcpy(memory->staging[p].data() + y * pitch,
                    from.planes[p].data + y * from.planes[p].pitch, width);
      }
      must(queue.upload(memory->planes[p].data(), memory->staging[p].data(), pitch * height));
      frame.planes[p].data = memory->planes[p].data();
      frame.planes[p].pitch = static_cast<std::ptrdiff_t>(pitch);
    }
    must(queue.record(ready));
    frame.owner = memory;
    frame.on_device = DeviceSamples{device().info().backend, device().info().index, ready.native()};
    return frame;
  }

  std::unique_ptr<Frames> frames_;
  std::vector<Buffer> seen_;
  std::vector<PinnedBuffer> back_;
  std::vector<std::unique_ptr<device::Graph>> graphs_;
};
ASSAY_CHECK_EACH_DEVICE(PairsInFlight);

TEST_P(PairsInFlight, SeeThePlanesThatSomebodyReads) {
  const GuardedPair pair(kFormat, Pattern::random);
  for (const unsigned planes : {0b111u, 0b001u, 0b110u}) {
    start(planes, 1);
    must(run(pair.pair().ref, pair.pair().dist, 0));
    expect_seen(pair, planes, 0);
    seen_.clear();
    back_.clear();
    graphs_.clear();
  }
}

TEST_P(PairsInFlight, SeeOtherPlanesOfEitherPicture) {
  const GuardedPair pair(kFormat, Pattern::random);
  for (const auto& [planes, dist_planes] : {std::pair{0b001u, 0u}, std::pair{0b101u, 0b010u}}) {
    start(planes, 1, dist_planes);
    for (int n = 0; n < 2; ++n) {
      must(run(pair.pair().ref, pair.pair().dist, 0));
      expect_seen(pair, planes, 0, dist_planes);
    }
    seen_.clear();
    back_.clear();
    graphs_.clear();
  }
}

TEST_P(PairsInFlight, KeepApart) {
  const GuardedPair first(kFormat, Pattern::random), second(kFormat, Pattern::ramp),
      third(kFormat, Pattern::extremes);
  start(0b111, 2);
  must(run(first.pair().ref, first.pair().dist, 0));
  must(run(second.pair().ref, second.pair().dist, 1));
  expect_seen(first, 0b111, 0);
  must(run(third.pair().ref, third.pair().dist, 0));
  expect_seen(second, 0b111, 1);
  expect_seen(third, 0b111, 0);
}

// The same recorded work reads uploaded pictures and those of another queue, which are waited for
// on the device.
TEST_P(PairsInFlight, TakePicturesOfTheDevice) {
  const GuardedPair pair(kFormat, Pattern::random), other(kFormat, Pattern::ramp);
  start(0b111, 1);
  const auto decoder = must(device().make_queue());
  const auto ready_ref = must(device().make_event());
  const auto ready_dist = must(device().make_event());
  for (int n = 0; n < 2; ++n) {
    Frame ref = on_device(pair.pair().ref, *decoder, *ready_ref);
    const Frame dist = on_device(pair.pair().dist, *decoder, *ready_dist);
    const std::weak_ptr<const void> owner = ref.owner;
    const std::int64_t waits = device().host_waits();
    must(run(ref, dist, 0));
    EXPECT_EQ(device().host_waits(), waits);
    ref = {};
    EXPECT_FALSE(owner.expired());  // still read
    expect_seen(pair, 0b111, 0);
    EXPECT_EQ(device().host_waits(), waits + 1);
    EXPECT_TRUE(owner.expired());
    must(run(other.pair().ref, other.pair().dist, 0));
    expect_seen(other, 0b111, 0);
    must(run(pair.pair().ref, dist, 0));  // one of each
    expect_seen(pair, 0b111, 0);
  }
}

TEST_P(PairsInFlight, WaitOnceAndForNothingUnstarted) {
  const GuardedPair pair(kFormat, Pattern::random);
  start(0b111, 1);
  const std::int64_t waits = device().host_waits();
  must(frames_->wait(0));
  EXPECT_EQ(device().host_waits(), waits);
  must(run(pair.pair().ref, pair.pair().dist, 0));
  must(frames_->wait(0));
  must(frames_->wait(0));
  EXPECT_EQ(device().host_waits(), waits + 1);
}

TEST_P(PairsInFlight, RefuseAnotherDevicesPictures) {
  const GuardedPair pair(kFormat, Pattern::random);
  start(0b111, 1);
  Frame elsewhere = pair.pair().ref;
  elsewhere.on_device = DeviceSamples{device().info().backend, device().info().index + 1, nullptr};
  const Status status = run(elsewhere, pair.pair().dist, 0);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::unsupported);
}

}  // namespace
}  // namespace assay::check
