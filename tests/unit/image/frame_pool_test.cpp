#include "image/frame_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace assay {
namespace {

VideoFormat make_format(PixelFormat pixels, int width, int height, int depth) {
  VideoFormat format;
  format.width = width;
  format.height = height;
  format.depth = depth;
  format.pixels = pixels;
  return format;
}

// Writes value to every sample of every plane, in bytes.
void fill(const Picture& picture, int value) {
  for (int p = 0; p < plane_count(picture.format().pixels); ++p) {
    const PlaneSpan plane = picture.plane(p);
    for (int y = 0; y < plane.height; ++y) {
      std::memset(plane.row<std::uint8_t>(y), value + p,
                  static_cast<std::size_t>(plane.width) * bytes_per_sample(picture.format()));
    }
  }
}

// Whether every byte of every plane holds what fill wrote.
bool holds(const Frame& frame, int value) {
  for (int p = 0; p < plane_count(frame.format.pixels); ++p) {
    const PlaneView& plane = frame.planes[p];
    for (int y = 0; y < plane.height; ++y) {
      for (int x = 0; x < plane.width * bytes_per_sample(frame.format); ++x) {
        if (plane.row<std::uint8_t>(y)[x] != static_cast<std::uint8_t>(value + p)) return false;
      }
    }
  }
  return true;
}

TEST(FramePool, PlanesHaveTheFormatsSizesAndAlignedRows) {
  for (PixelFormat pixels : {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv422,
                             PixelFormat::yuv444, PixelFormat::yuv411, PixelFormat::rgb}) {
    for (int depth : {8, 10, 16}) {
      for (int width : {1, 63, 64, 65, 321}) {
        const VideoFormat format = make_format(pixels, width, 5, depth);
        FramePool pool(format);
        Result<Picture> picture = pool.acquire();
        ASSERT_TRUE(picture);
        EXPECT_EQ(picture->format(), format);
        const Frame frame = (*std::move(picture)).freeze();
        for (int p = 0; p < plane_count(pixels); ++p) {
          EXPECT_EQ(frame.planes[p].width, plane_width(format, p));
          EXPECT_EQ(frame.planes[p].height, plane_height(format, p));
          EXPECT_GE(frame.planes[p].pitch, frame.planes[p].width * bytes_per_sample(format));
          for (int y = 0; y < frame.planes[p].height; ++y) {
            const auto address =
                reinterpret_cast<std::uintptr_t>(frame.planes[p].row<std::uint8_t>(y));
            EXPECT_EQ(address % 64, 0u);
          }
        }
      }
    }
  }
}

TEST(FramePool, PlanesDoNotOverlap) {
  FramePool pool(make_format(PixelFormat::yuv420, 65, 33, 10));
  Result<Picture> picture = pool.acquire();
  ASSERT_TRUE(picture);
  fill(*picture, 40);
  EXPECT_TRUE(holds((*std::move(picture)).freeze(), 40));
}

TEST(FramePool, ReusesMemoryOnlyAfterTheLastCopy) {
  FramePool pool(make_format(PixelFormat::gray, 64, 4, 8));
  std::optional<Frame> frame = (*pool.acquire()).freeze();
  std::optional<Frame> copy = frame;
  const std::byte* memory = frame->planes[0].data;
  frame.reset();

  Result<Picture> other = pool.acquire();
  ASSERT_TRUE(other);
  EXPECT_NE(other->plane(0).data, memory);
  EXPECT_EQ(pool.buffer_count(), 2u);

  copy.reset();
  Result<Picture> again = pool.acquire();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->plane(0).data, memory);
  EXPECT_EQ(pool.buffer_count(), 2u);
}

TEST(FramePool, AnAbandonedPictureIsReused) {
  FramePool pool(make_format(PixelFormat::yuv420, 16, 16, 8));
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(pool.acquire());
  EXPECT_EQ(pool.buffer_count(), 1u);
}

TEST(FramePool, FramesOutliveThePool) {
  std::optional<FramePool> pool(make_format(PixelFormat::yuv444, 33, 9, 16));
  Result<Picture> picture = pool->acquire();
  ASSERT_TRUE(picture);
  fill(*picture, 7);
  const Frame frame = (*std::move(picture)).freeze();
  pool.reset();
  EXPECT_TRUE(holds(frame, 7));
}

TEST(FramePool, RefusesWhatCannotBeAllocated) {
  const int most = std::numeric_limits<int>::max();
  FramePool pool(make_format(PixelFormat::yuv444, most, most, 16));
  const Result<Picture> picture = pool.acquire();
  ASSERT_FALSE(picture);
  EXPECT_EQ(picture.error().code, ErrorCode::unsupported);
  EXPECT_EQ(picture.error().message,
            "no memory for a picture of 2147483647x2147483647 yuv444 samples of 16 bits");
}

// Writers fill pictures while readers check and drop frames of other threads.
TEST(FramePool, ManyThreadsMayUseIt) {
  FramePool pool(make_format(PixelFormat::yuv420, 37, 11, 8));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::vector<Frame> kept;
      for (int i = 0; i < 500; ++i) {
        Result<Picture> picture = pool.acquire();
        if (!picture) {
          ++wrong;
          continue;
        }
        fill(*picture, 20 * t + i % 20);
        kept.push_back((*std::move(picture)).freeze());
        if (kept.size() < 3) continue;
        if (!holds(kept.front(), 20 * t + (i - 2) % 20)) ++wrong;
        kept.erase(kept.begin());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(pool.buffer_count(), 12u);  // three a thread at most
}

}  // namespace
}  // namespace assay
