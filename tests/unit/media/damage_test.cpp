#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "av_video.h"
#include "media/av_pixels.h"

namespace assay {
namespace {

struct Case {
  const char* name;
  VideoSpec spec;
};

// Lossless videos, so that every picture can be told from every other. x264 orders pictures anew.
const Case lossless[] = {
    {"ffv1 in matroska",
     {.muxer = "matroska", .encoder = "ffv1", .codec_options = "level=3:slicecrc=1"}},
    {"ffv1 in nut", {.muxer = "nut", .encoder = "ffv1", .codec_options = "level=3:slicecrc=1"}},
    {"ffv1 in avi", {.muxer = "avi", .encoder = "ffv1", .codec_options = "level=3:slicecrc=1"}},
    {"png in mov", {.muxer = "mov", .encoder = "png", .pixels = AV_PIX_FMT_RGB24, .frames = 3}},
    {"raw in avi", {.muxer = "avi", .encoder = "rawvideo", .width = 32, .height = 16}},
    {"x264 in matroska",
     {.encoder = "libx264", .frames = 12, .codec_options = "qp=0:bf=3:b-pyramid=normal"}},
    {"x264 in mov",
     {.muxer = "mov", .encoder = "libx264", .frames = 12, .codec_options = "qp=0:bf=3"}},
    {"x264 in mpegts",
     {.muxer = "mpegts", .encoder = "libx264", .frames = 12, .codec_options = "qp=0:bf=3"}},
    {"x264 bare",
     {.muxer = "h264", .encoder = "libx264", .frames = 12, .codec_options = "qp=0:bf=3"}},
};

std::string make_bytes(const Folder& folder, const VideoSpec& spec) {
  const auto facts = describe_pixels(spec.pixels);
  make_video(folder.path("whole"), spec,
             make_format(facts->pixels, spec.width, spec.height, facts->depth));
  std::ifstream file(folder.path("whole"), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Outcome {
  int pictures = 0;  // until the end or an error
  int wrong = 0;     // among them
  std::string error;
};

Outcome read_all(const std::string& path) {
  Outcome outcome;
  auto reader = open_reader(path, {});
  if (!reader) {
    outcome.error = reader.error().message;
    return outcome;
  }
  for (;;) {
    const auto next = (*reader)->next();
    if (!next) outcome.error = next.error().message;
    if (!next || !*next) return outcome;
    if (!is_picture(**next, outcome.pictures)) ++outcome.wrong;
    ++outcome.pictures;
  }
}

TEST(Damage, ACutGivesRightPicturesThenAnError) {
  const Folder folder;
  int made = 0;
  for (const auto& [name, spec] : lossless) {
    if (!can_make(spec)) continue;
    const std::string whole = make_bytes(folder, spec);
    if (HasFatalFailure()) return;
    const Outcome sound = read_all(folder.path("whole"));
    EXPECT_EQ(sound.error, "") << name;
    EXPECT_EQ(sound.pictures, spec.frames) << name;
    EXPECT_EQ(sound.wrong, 0) << name;
    int most = 0;
    for (std::size_t cut = 1; cut < 40; ++cut) {
      SCOPED_TRACE(std::string(name) + " cut at " + std::to_string(cut) + "/40");
      const std::string path = folder.write("cut", whole.substr(0, whole.size() * cut / 40));
      const Outcome outcome = read_all(path);
      EXPECT_EQ(outcome.wrong, 0);
      most = std::max(most, outcome.pictures);
      if (outcome.pictures == spec.frames) continue;  // the cut fell behind the last picture
      EXPECT_TRUE(outcome.error.starts_with(path + ": "))
          << outcome.error << " after " << outcome.pictures;
    }
    const bool has_index_at_end = std::string(spec.muxer) == "mov";
    EXPECT_EQ(most > 0, !has_index_at_end) << name;
    ++made;
  }
  EXPECT_GE(made, 5);
}

TEST(Damage, ChangedBytesNeitherCrashNorHangNorPassChecksums) {
  const Folder folder;
  std::mt19937 random(1);
  for (const auto& [name, spec] : lossless) {
    if (!can_make(spec)) continue;
    const std::string whole = make_bytes(folder, spec);
    if (HasFatalFailure()) return;
    for (int trial = 0; trial < 60; ++trial) {
      std::string changed = whole;
      for (int i = 0; i < 4; ++i) changed[random() % changed.size()] = static_cast<char>(random());
      const Outcome outcome = read_all(folder.write("changed", changed));
      if (std::string(spec.encoder) == "ffv1" && outcome.error.empty()) {
        EXPECT_EQ(outcome.wrong, 0) << name << " trial " << trial;
      }
    }
  }
}

// Files that list their pictures first show a cut when they are opened.
TEST(Damage, ACutOfAListIsToldAtOnce) {
  const VideoSpec spec{.muxer = "mp4",
                       .encoder = "libx264",
                       .frames = 20,
                       .codec_options = "qp=0:bf=3",
                       .muxer_options = "movflags=faststart"};
  if (!can_make(spec)) GTEST_SKIP() << "no x264";
  const Folder folder;
  const std::string whole = make_bytes(folder, spec);
  ASSERT_TRUE((*open_reader(folder.path("whole"), {}))->check_end());
  int most = 0;
  for (std::size_t bytes = whole.size() / 4; bytes < whole.size(); bytes += whole.size() / 50) {
    SCOPED_TRACE(bytes);
    const std::string path = folder.write("cut", whole.substr(0, bytes));
    const auto reader = open_reader(path, {});
    if (!reader) continue;  // before the end of the first picture
    const Status end = (*reader)->check_end();
    ASSERT_FALSE(end);
    EXPECT_TRUE(end.error().message.starts_with(
        path + ": the input ends too early: it lists 20 pictures, "))
        << end.error().message;
    const Outcome outcome = read_all(path);
    EXPECT_EQ(outcome.wrong, 0);
    EXPECT_GE(outcome.pictures, (*reader)->frame_count());
    EXPECT_NE(outcome.error, "");
    most = std::max(most, outcome.pictures);
  }
  EXPECT_GT(most, 10);
}

// Packets are read ahead and in another order than pictures are shown.
TEST(Damage, OfAPacketIsToldBehindTheLastPicture) {
  const VideoSpec spec{
      .muxer = "mpegts", .encoder = "libx264", .frames = 12, .codec_options = "qp=0:bf=3"};
  if (!can_make(spec)) GTEST_SKIP() << "no x264";
  const Folder folder;
  const std::string whole = make_bytes(folder, spec);
  constexpr std::size_t kPacket = 188;
  int told = 0;
  for (std::size_t packet = whole.size() / kPacket / 3; packet < whole.size() / kPacket; ++packet) {
    SCOPED_TRACE(packet);
    std::string changed = whole;
    changed[packet * kPacket + 1] |= '\x80';  // the transport error indicator
    const std::string path = folder.write("changed", changed);
    const Outcome outcome = read_all(path);
    EXPECT_EQ(outcome.wrong, 0);
    if (outcome.pictures == spec.frames || outcome.pictures == 0) continue;
    EXPECT_EQ(outcome.error, path + ": after frame " + std::to_string(outcome.pictures - 1) +
                                 ": a packet of the container is cut short or damaged");
    ++told;
  }
  EXPECT_GT(told, 0);
}

// Decoder threads run ahead, and pictures that are shown early may be made from damaged ones.
TEST(Damage, IsToldAtTheSamePlaceEveryTime) {
  const VideoSpec spec{.encoder = "libx264",
                       .width = 160,
                       .height = 128,
                       .frames = 40,
                       .codec_options = "qp=34:bf=3:threads=1:g=12"};
  if (!can_make(spec)) GTEST_SKIP() << "no x264";
  const Folder folder;
  const std::string whole = make_bytes(folder, spec);
  std::mt19937 random(3);
  int mended = 0;
  for (int trial = 0; trial < 40; ++trial) {
    SCOPED_TRACE(trial);
    std::string changed = whole;
    const std::size_t first = whole.size() / 8 + random() % (whole.size() * 3 / 4);
    for (std::size_t i = 0; i < 60; ++i) changed[first + i] ^= 0x5a;
    const std::string path = folder.write("changed", changed);
    const Outcome once = read_all(path);
    mended += once.error.find("made from a damaged one") != std::string::npos ? 1 : 0;
    for (int again = 0; again < 4; ++again) {
      const Outcome outcome = read_all(path);
      EXPECT_EQ(outcome.pictures, once.pictures);
      EXPECT_EQ(outcome.error, once.error);
    }
  }
  EXPECT_GT(mended, 0);
}

TEST(Damage, RandomBytesBehindKnownSignaturesAreRefused) {
  const Folder folder;
  std::mt19937 random(2);
  const std::string signatures[] = {std::string("\x1a\x45\xdf\xa3", 4),
                                    std::string("\0\0\0\x18"
                                                "ftypmp42",
                                                12),
                                    "RIFF\x40\0\0\0AVI LIST",
                                    std::string("\0\0\0\x01\x67", 5),
                                    "\x89PNG\r\n\x1a\n",
                                    "\xff\xd8\xff\xe0",
                                    "DKIF",
                                    "OggS",
                                    "GIF89a",
                                    "FLV\x01",
                                    "nut/multimedia container"};
  for (const std::string& signature : signatures) {
    for (int trial = 0; trial < 20; ++trial) {
      std::string bytes = signature;
      for (int i = 0; i < 2000; ++i) bytes.push_back(static_cast<char>(random()));
      const Outcome outcome = read_all(folder.write("random", bytes));
      EXPECT_FALSE(outcome.error.empty() && outcome.pictures > 1);
    }
  }
}

}  // namespace
}  // namespace assay
