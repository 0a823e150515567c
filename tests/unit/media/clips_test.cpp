#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>

#include "inputs.h"

namespace assay {
namespace {

// What ffprobe -count_frames says of the real clips.
struct Clip {
  const char* name;
  const char* codec;
  int width, height;
  PixelFormat pixels;
  int depth, frames;
  int fps_num, fps_den;
  Siting siting;
  bool hdr;  // BT.2020 and PQ, else BT.709 throughout; all are of limited range
};

constexpr PixelFormat p420 = PixelFormat::yuv420;
constexpr PixelFormat p422 = PixelFormat::yuv422;
constexpr PixelFormat p444 = PixelFormat::yuv444;

const Clip clips[] = {
    {"bbb_576x324_420p8_downup3x", "h264", 576, 324, p420, 8, 10, 30, 1, Siting::left, false},
    {"bbb_576x324_420p8_mpeg2", "mpeg2video", 576, 324, p420, 8, 10, 30, 1, Siting::left, false},
    {"bbb_576x324_420p8_ref", "h264", 576, 324, p420, 8, 10, 30, 1, Siting::left, false},
    {"bbb_576x324_420p8_x264crf40", "h264", 576, 324, p420, 8, 10, 30, 1, Siting::left, false},
    {"board_1920x1080_420p8_ref", "h264", 1920, 1080, p420, 8, 3, 60, 1, Siting::left, false},
    {"board_1920x1080_420p8_x265crf38", "hevc", 1920, 1080, p420, 8, 3, 60, 1, Siting::left, false},
    {"board_720x404_422p8_mpeg2q28", "mpeg2video", 720, 404, p422, 8, 5, 60, 1, Siting::top_left,
     false},
    {"board_720x404_422p8_ref", "h264", 720, 404, p422, 8, 5, 60, 1, Siting::left, false},
    {"bottle_1280x720_422p10_ref", "h264", 1280, 720, p422, 10, 3, 18749, 781, Siting::left, false},
    {"bottle_1280x720_422p10_x264crf40", "h264", 1280, 720, p422, 10, 3, 18749, 781, Siting::left,
     false},
    {"bottle_3840x2160_420p8_ref", "h264", 3840, 2160, p420, 8, 2, 18749, 781, Siting::left, false},
    {"bottle_3840x2160_420p8_svtav1crf60", "av1", 3840, 2160, p420, 8, 2, 18749, 781, Siting::left,
     false},
    {"bottle_853x481_444p8_ref", "h264", 853, 481, p444, 8, 5, 18749, 781, Siting::left, false},
    {"bottle_853x481_444p8_vp9crf58", "vp9", 853, 481, p444, 8, 5, 18749, 781, Siting::left, false},
    {"flower_640x360_420p8_blur15", "h264", 640, 360, p420, 8, 8, 25, 1, Siting::left, false},
    {"flower_640x360_420p8_ref", "h264", 640, 360, p420, 8, 8, 25, 1, Siting::left, false},
    {"flower_640x360_420p8_x264crf38", "h264", 640, 360, p420, 8, 8, 25, 1, Siting::left, false},
    {"hdrroof_960x540_420p10_aomcrf55", "av1", 960, 540, p420, 10, 5, 30, 1, Siting::left, true},
    {"hdrroof_960x540_420p10_ref", "h264", 960, 540, p420, 10, 5, 30, 1, Siting::left, true},
    {"hdrroof_960x540_420p10_x265crf40", "hevc", 960, 540, p420, 10, 5, 30, 1, Siting::left, true},
    {"roof_576x324_420p8_noise6", "h264", 576, 324, p420, 8, 10, 30000, 1001, Siting::left, false},
    {"roof_576x324_420p8_ref", "h264", 576, 324, p420, 8, 10, 30000, 1001, Siting::left, false},
    {"roof_576x324_420p8_svtav1crf58", "av1", 576, 324, p420, 8, 10, 30000, 1001, Siting::left,
     false},
    {"sky_1280x720_420p10_band6bit", "h264", 1280, 720, p420, 10, 3, 25, 1, Siting::center, false},
    {"sky_1280x720_420p10_ref", "h264", 1280, 720, p420, 10, 3, 25, 1, Siting::center, false},
};

class Clips : public ::testing::TestWithParam<Clip> {
 protected:
  void SetUp() override {
    path_ = std::string(ASSAY_SHARED_DIR) + "/clips/" + GetParam().name + ".mkv";
    if (!std::filesystem::exists(path_)) GTEST_SKIP() << "no " << path_;
  }
  std::string path_;
};

TEST_P(Clips, HaveTheFormatAndPicturesThatFfprobeTells) {
  const Clip& clip = GetParam();
  auto reader = open_reader(path_, {});
  ASSERT_TRUE(reader) << reader.error().message;
  VideoFormat format = make_format(clip.pixels, clip.width, clip.height, clip.depth);
  format.fps_num = clip.fps_num;
  format.fps_den = clip.fps_den;
  format.colour = {Matrix::bt709, Range::limited, Transfer::bt709, Primaries::bt709, clip.siting};
  if (clip.hdr)
    format.colour = {Matrix::bt2020, Range::limited, Transfer::pq, Primaries::bt2020, clip.siting};
  EXPECT_EQ((*reader)->format(), format);
  EXPECT_EQ((*reader)->description(), std::string("matroska, ") + clip.codec);
  for (int n = 0; n < clip.frames; ++n) EXPECT_EQ(take(**reader).format, format);
  EXPECT_TRUE(at_end(**reader));
}

// Output of a command.
class Command {
 public:
  explicit Command(const std::string& line) : output_(::popen(line.c_str(), "r")) {}
  ~Command() { ::pclose(output_); }
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  std::string path() const { return "/dev/fd/" + std::to_string(::fileno(output_)); }

 private:
  std::FILE* output_;
};

bool same_samples(const Frame& a, const Frame& b) {
  for (int p = 0; p < plane_count(a.format.pixels); ++p) {
    const std::size_t row =
        static_cast<std::size_t>(a.planes[p].width) * bytes_per_sample(a.format);
    for (int y = 0; y < a.planes[p].height; ++y) {
      if (std::memcmp(a.planes[p].row<std::byte>(y), b.planes[p].row<std::byte>(y), row) != 0)
        return false;
    }
  }
  return true;
}

TEST_P(Clips, HaveTheSamplesThatFfmpegPipesAsY4m) {
  if (std::system("ffmpeg -version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no ffmpeg";
  auto direct = open_reader(path_, {});
  ASSERT_TRUE(direct) << direct.error().message;
  const Command ffmpeg("ffmpeg -v error -i '" + path_ +
                       "' -fps_mode passthrough -strict -1 -f yuv4mpegpipe - < /dev/null");
  auto piped = open_reader(ffmpeg.path(), {});
  ASSERT_TRUE(piped) << piped.error().message;
  EXPECT_EQ((*piped)->description(), "y4m");
  for (int n = 0; n < GetParam().frames; ++n) {
    const Frame a = take(**direct);
    const Frame b = take(**piped);
    ASSERT_EQ(a.format.depth, b.format.depth);
    ASSERT_EQ(a.format.pixels, b.format.pixels);
    ASSERT_EQ(a.format.width, b.format.width);
    ASSERT_EQ(a.format.height, b.format.height);
    EXPECT_TRUE(same_samples(a, b)) << "picture " << n;
  }
  EXPECT_TRUE(at_end(**direct));
  EXPECT_TRUE(at_end(**piped));
}

INSTANTIATE_TEST_SUITE_P(Media, Clips, ::testing::ValuesIn(clips),
                         [](const auto& clip) { return std::string(clip.param.name); });

}  // namespace
}  // namespace assay
