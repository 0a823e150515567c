#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <thread>

#include "inputs.h"

namespace assay {
namespace {

void expect_input_error(const std::string& path, const std::string& cause) {
  const auto reader = open_reader(path, {});
  ASSERT_FALSE(reader) << path;
  EXPECT_EQ(reader.error().code, ErrorCode::input);
  EXPECT_EQ(reader.error().message, path + ": " + cause);
}

TEST(OpenReader, SaysWhyAPathCannotBeRead) {
  const Folder folder;
  expect_input_error(folder.path("missing.y4m"), "cannot be opened: No such file or directory");
  expect_input_error(folder.path("."), "is a directory");
  expect_input_error(folder.write("empty", ""), "is empty");
  expect_input_error("/dev/null", "is empty");
  if (::geteuid() != 0) {  // root may read everything
    const std::string closed = folder.write("closed.y4m", "YUV4MPEG2 W2 H2\n");
    ::chmod(closed.c_str(), 0);
    expect_input_error(closed, "cannot be opened: Permission denied");
  }
}

TEST(OpenReader, ReadsNamedPipes) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 32, 18, 8);
  const std::string path = folder.path("fifo");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(path, std::ios::binary) << y4m_stream(format, "", 4); });
  auto reader = open_reader(path, {});
  ASSERT_TRUE(reader) << reader.error().message;
  for (int n = 0; n < 4; ++n) EXPECT_TRUE(is_picture(take(**reader), n));
  EXPECT_TRUE(at_end(**reader));
  writer.join();
}

TEST(OpenReader, ContentDecidesNotTheName) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 32, 18, 8);
  auto reader = open_reader(folder.write("clip.mp4", y4m_stream(format, "", 1)), {});
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader)->description(), "y4m");
}

TEST(OpenReader, ReadsNoOtherFileThanTheOneNamed) {
  const Folder folder;
  folder.write("a.y4m", y4m_stream(make_format(PixelFormat::yuv420, 16, 16, 8), "", 1));
  EXPECT_NE(open_error(folder.write("list", "ffconcat version 1.0\nfile a.y4m\n")), "opened");
  EXPECT_NE(
      open_error(folder.write(
          "list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.y4m\n#EXT-X-ENDLIST\n")),
      "opened");
  EXPECT_NE(
      open_error(folder.write(
          "a.sdp", "v=0\nm=video 5004 RTP/AVP 96\nc=IN IP4 127.0.0.1\na=rtpmap:96 H264/90000\n")),
      "opened");
}

}  // namespace
}  // namespace assay
