#include <fcntl.h>
#include <gtest/gtest.h>

#include <string>

#include "inputs.h"

namespace assay {
namespace {

ReaderOptions raw_options(const VideoFormat& format) {
  ReaderOptions options;
  options.raw = RawFormat{.width = format.width,
                          .height = format.height,
                          .depth = format.depth,
                          .pixels = format.pixels};
  return options;
}

std::string raw_stream(const VideoFormat& format, int count) {
  std::string bytes;
  for (int n = 0; n < count; ++n) bytes += packed_picture(format, n);
  return bytes;
}

TEST(RawReader, EveryLayoutDepthAndSourceGivesTheSamples) {
  const Folder folder;
  for (const PixelFormat pixels :
       {PixelFormat::gray, PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444}) {
    for (int depth = 8; depth <= 16; ++depth) {
      for (const auto& [width, height] : {std::pair{1, 1}, {3, 5}, {64, 48}, {353, 289}}) {
        const VideoFormat format = make_format(pixels, width, height, depth);
        const std::string stream = raw_stream(format, 3);
        const std::string path = folder.write("a.yuv", stream);
        const Pipe pipe(stream);
        for (const std::string& source : {path, pipe.path()}) {
          auto reader = open_reader(source, raw_options(format));
          ASSERT_TRUE(reader) << reader.error().message;
          EXPECT_EQ((*reader)->format(), format);
          EXPECT_EQ((*reader)->description(), "raw");
          EXPECT_EQ((*reader)->frame_count().value_or(3), 3);
          EXPECT_EQ((*reader)->frame_count().has_value(), source == path);
          for (int n = 0; n < 3; ++n) EXPECT_TRUE(is_picture(take(**reader), n));
          EXPECT_TRUE(at_end(**reader));
        }
      }
    }
  }
}

TEST(RawReader, TellsTheBytesThatAreMissingAfterTheWholePictures) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 5, 3, 8);  // 15 + 6 + 6 bytes
  const std::string stream = raw_stream(format, 3);
  for (std::size_t size = 1; size < stream.size(); ++size) {
    const std::string path = folder.write("a.yuv", stream.substr(0, size));
    const Pipe pipe(stream.substr(0, size));
    for (const std::string& source : {path, pipe.path()}) {
      auto reader = open_reader(source, raw_options(format));
      ASSERT_TRUE(reader);
      const std::size_t whole = size / 27;
      const Status end = (*reader)->check_end();
      EXPECT_EQ(end.ok(), source != path || size % 27 == 0);
      if (!end) {
        EXPECT_EQ(end.error().message,
                  path + ": its " + std::to_string(size) +
                      " bytes are not a whole number of 5x3 yuv420 8-bit frames of 27 bytes: " +
                      std::to_string(size % 27) + " bytes are left behind " +
                      std::to_string(whole) + " frames");
      }
      for (std::size_t n = 0; n < whole; ++n)
        EXPECT_TRUE(is_picture(take(**reader), static_cast<int>(n)));
      if (size % 27 == 0) {
        EXPECT_TRUE(at_end(**reader));
        continue;
      }
      EXPECT_EQ(next_error(**reader), source + ": frame " + std::to_string(whole) +
                                          ": the input ends " + std::to_string(27 - size % 27) +
                                          " bytes too early: " + std::to_string(size % 27) +
                                          " of the picture's 27 bytes are there");
    }
  }
}

TEST(RawReader, SkipsAndStillFindsTheCut) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv422, 33, 17, 12);
  const std::string stream = raw_stream(format, 5) + "cut";
  const std::string path = folder.write("a.yuv", stream);
  const Pipe pipe(stream);
  for (const std::string& source : {path, pipe.path()}) {
    auto reader = open_reader(source, raw_options(format));
    ASSERT_TRUE(reader);
    EXPECT_EQ((*reader)->skip(3).value(), 3);
    EXPECT_TRUE(is_picture(take(**reader), 3));
    const auto skipped = (*reader)->skip(9);
    ASSERT_FALSE(skipped);
    EXPECT_NE(skipped.error().message.find(": frame 5: the input ends"), std::string::npos);
  }
}

TEST(RawReader, ReadsStandardInputFromWhereItStands) {
  const Folder folder;
  const VideoFormat format = make_format(PixelFormat::yuv420, 16, 16, 10);
  const int keep = ::dup(STDIN_FILENO);
  const int file =
      ::open(folder.write("a.yuv", "some text" + raw_stream(format, 2)).c_str(), O_RDONLY);
  ASSERT_GE(file, 0);
  ASSERT_EQ(::lseek(file, 9, SEEK_SET), 9);
  ::dup2(file, STDIN_FILENO);
  auto reader = open_reader("-", raw_options(format));
  ::dup2(keep, STDIN_FILENO);
  ::close(keep);
  ::close(file);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ((*reader)->frame_count(), 2);
  for (int n = 0; n < 2; ++n) EXPECT_TRUE(is_picture(take(**reader), n));
  EXPECT_TRUE(at_end(**reader));
}

TEST(RawReader, NamesStandardInput) {
  const VideoFormat format = make_format(PixelFormat::yuv420, 16, 16, 8);
  const Pipe pipe("short");
  const int keep = ::dup(STDIN_FILENO);
  ::dup2(pipe.fd(), STDIN_FILENO);
  auto reader = open_reader("-", raw_options(format));
  ::dup2(keep, STDIN_FILENO);
  ::close(keep);
  ASSERT_TRUE(reader);
  EXPECT_TRUE(next_error(**reader).starts_with(
      "standard input: frame 0: the input ends 379 bytes too early"));
}

TEST(RawReader, SamplesThatDoNotFitTheirDepthAreErrors) {
  const Folder folder;
  // 10 bits at the top of 16, as some tools write them.
  const std::string path = folder.write("a.yuv", std::string(64, '\xff') + std::string(32, '\x80'));
  auto reader = open_reader(path, raw_options(make_format(PixelFormat::yuv420, 8, 4, 10)));
  ASSERT_TRUE(reader);
  EXPECT_EQ(next_error(**reader),
            path + ": frame 0: sample 65535 of plane 0 at column 0, row 0 does not fit 10 bits");
  auto deep = open_reader(path, raw_options(make_format(PixelFormat::yuv420, 8, 4, 16)));
  ASSERT_TRUE(deep);
  EXPECT_EQ(sample_of(take(**deep), 0, 0, 0), 65535);
}

TEST(RawReader, AbsurdFormatsAreUsageErrors) {
  const Folder folder;
  const std::string path = folder.write("a.yuv", "some bytes");
  const VideoFormat formats[] = {
      make_format(PixelFormat::yuv420, 0, 16, 8),
      make_format(PixelFormat::yuv420, 16, -1, 8),
      make_format(PixelFormat::yuv420, 32769, 16, 8),
      make_format(PixelFormat::yuv420, 32768, 32768, 8),
      make_format(PixelFormat::yuv420, 2147483647, 1, 8),
      make_format(PixelFormat::yuv420, 16, 16, 7),
      make_format(PixelFormat::yuv420, 16, 16, 17),
      make_format(PixelFormat::rgb, 16, 16, 8),
  };
  for (const VideoFormat& format : formats) {
    const auto reader = open_reader(path, raw_options(format));
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, ErrorCode::usage);
    EXPECT_TRUE(reader.error().message.starts_with(path + ": ")) << reader.error().message;
  }
}

}  // namespace
}  // namespace assay
