#include "media/y4m_header.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

struct ChromaCase {
  const char* tag;
  PixelFormat pixels;
  int depth;
  Siting siting;
  bool alpha;
};

TEST(Y4mHeader, ReadsEveryChromaTag) {
  const ChromaCase cases[] = {
      {"", PixelFormat::yuv420, 8, Siting::center, false},
      {"C420", PixelFormat::yuv420, 8, Siting::center, false},
      {"C420jpeg XYSCSS=420JPEG", PixelFormat::yuv420, 8, Siting::center, false},
      {"C420mpeg2 XYSCSS=420MPEG2", PixelFormat::yuv420, 8, Siting::left, false},
      {"C420paldv XYSCSS=420PALDV", PixelFormat::yuv420, 8, Siting::top_left, false},
      {"C422 XYSCSS=422", PixelFormat::yuv422, 8, Siting::unspecified, false},
      {"C444 XYSCSS=444", PixelFormat::yuv444, 8, Siting::unspecified, false},
      {"C444alpha XYSCSS=444", PixelFormat::yuv444, 8, Siting::unspecified, true},
      {"C411 XYSCSS=411", PixelFormat::yuv411, 8, Siting::unspecified, false},
      {"C440", PixelFormat::yuv440, 8, Siting::unspecified, false},
      {"Cmono", PixelFormat::gray, 8, Siting::unspecified, false},
      {"Cmono9", PixelFormat::gray, 9, Siting::unspecified, false},
      {"Cmono10", PixelFormat::gray, 10, Siting::unspecified, false},
      {"Cmono12", PixelFormat::gray, 12, Siting::unspecified, false},
      {"Cmono16", PixelFormat::gray, 16, Siting::unspecified, false},
      {"C420p10 XYSCSS=420P10", PixelFormat::yuv420, 10, Siting::unspecified, false},
      {"C440p12", PixelFormat::yuv440, 12, Siting::unspecified, false},
      {"XYSCSS=420MPEG2", PixelFormat::yuv420, 8, Siting::left, false},
      {"XYSCSS=422P12", PixelFormat::yuv422, 12, Siting::unspecified, false},
      {"XYSCSS=411 C422", PixelFormat::yuv422, 8, Siting::unspecified, false},
  };
  for (const ChromaCase& c : cases) {
    const auto header = parse_y4m_header(std::string("YUV4MPEG2 W7 H5 ") + c.tag);
    ASSERT_TRUE(header) << c.tag << ": " << header.error().message;
    EXPECT_EQ(header->format.pixels, c.pixels) << c.tag;
    EXPECT_EQ(header->format.depth, c.depth) << c.tag;
    EXPECT_EQ(header->format.colour.siting, c.siting) << c.tag;
    EXPECT_EQ(header->alpha, c.alpha) << c.tag;
  }
}

TEST(Y4mHeader, ReadsEveryDepthOfEveryLayout) {
  const std::pair<const char*, PixelFormat> layouts[] = {{"420p", PixelFormat::yuv420},
                                                         {"422p", PixelFormat::yuv422},
                                                         {"444p", PixelFormat::yuv444},
                                                         {"mono", PixelFormat::gray}};
  for (const auto& [name, pixels] : layouts) {
    for (int depth = 9; depth <= 16; ++depth) {
      const auto header = parse_y4m_header("YUV4MPEG2 W16 H16 C" + (name + std::to_string(depth)));
      ASSERT_TRUE(header) << header.error().message;
      EXPECT_EQ(header->format.pixels, pixels);
      EXPECT_EQ(header->format.depth, depth);
    }
  }
}

TEST(Y4mHeader, ReadsSizeRateInterlacingAndRange) {
  const auto header = parse_y4m_header(
      "YUV4MPEG2 W1920 H1080 F30000:1001 It A1:1 C420jpeg XYSCSS=420JPEG XCOLORRANGE=FULL "
      "XSOMETHING Zunknown");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->format.width, 1920);
  EXPECT_EQ(header->format.height, 1080);
  EXPECT_EQ(header->format.fps_num, 30000);
  EXPECT_EQ(header->format.fps_den, 1001);
  EXPECT_EQ(header->interlacing, 't');
  EXPECT_EQ(header->format.colour.range, Range::full);
  EXPECT_EQ(header->format.colour.matrix, Matrix::unspecified);
  const auto limited = parse_y4m_header("YUV4MPEG2 H2 W4 F0:0 XCOLORRANGE=LIMITED");
  ASSERT_TRUE(limited);
  EXPECT_EQ(limited->format.colour.range, Range::limited);
  EXPECT_EQ(limited->format.fps_num, 0);
  EXPECT_EQ(limited->format.fps_den, 1);
  EXPECT_EQ(limited->interlacing, '?');
}

TEST(Y4mHeader, RefusesWithTheTag) {
  const std::pair<const char*, const char*> cases[] = {
      {"YUV4MPEG3 W2 H2", "no y4m header"},
      {"YUV4MPEG2", "no width and height"},
      {"YUV4MPEG2 W16", "no width and height"},
      {"YUV4MPEG2 W0 H16", "0x16 samples is empty"},
      {"YUV4MPEG2 W16 H-16", "\"H-16\""},
      {"YUV4MPEG2 W16x H16", "\"W16x\""},
      {"YUV4MPEG2 W H16", "\"W\""},
      {"YUV4MPEG2 W99999999999 H16", "\"W99999999999\""},
      {"YUV4MPEG2 W32769 H16", "at most 32768 a side"},
      {"YUV4MPEG2 W32768 H32768", "at most 268435456 samples"},
      {"YUV4MPEG2 W16 H16 C410", "\"C410\""},
      {"YUV4MPEG2 W16 H16 C420p8", "\"C420p8\""},
      {"YUV4MPEG2 W16 H16 C420p17", "\"C420p17\""},
      {"YUV4MPEG2 W16 H16 Cmono32", "\"Cmono32\""},
      {"YUV4MPEG2 W16 H16 C", "\"C\""},
      {"YUV4MPEG2 W16 H16 XYSCSS=410", "\"XYSCSS=410\""},
      {"YUV4MPEG2 W16 H16 F30", "\"F30\""},
      {"YUV4MPEG2 W16 H16 F30:x", "\"F30:x\""},
      {"YUV4MPEG2 W16 H16 Iq", "\"Iq\""},
      {"YUV4MPEG2 W16 H16 XCOLORRANGE=SOME", "\"XCOLORRANGE=SOME\""},
      {"YUV4MPEG2 W16 H16 C\x01\xff\x7f", "\"C???\""},
  };
  for (const auto& [line, cause] : cases) {
    const auto header = parse_y4m_header(line);
    ASSERT_FALSE(header) << line;
    EXPECT_EQ(header.error().code, ErrorCode::input);
    EXPECT_NE(header.error().message.find(cause), std::string::npos) << header.error().message;
  }
}

TEST(Y4mHeader, KnowsFrameLines) {
  EXPECT_TRUE(is_y4m_frame_line("FRAME"));
  EXPECT_TRUE(is_y4m_frame_line("FRAME Ip Xkey=value"));
  EXPECT_FALSE(is_y4m_frame_line("FRAMES"));
  EXPECT_FALSE(is_y4m_frame_line("FRAM"));
  EXPECT_FALSE(is_y4m_frame_line(""));
}

}  // namespace
}  // namespace assay
