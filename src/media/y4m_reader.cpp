#include "media/y4m_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "media/input_error.h"
#include "media/packed_pictures.h"
#include "media/stream_reader.h"
#include "media/y4m_header.h"

namespace assay {
namespace {

constexpr std::string_view bare_frame_line = "FRAME\n";

std::int64_t alpha_bytes(const Y4mHeader& header) {
  if (!header.alpha) return 0;
  return std::int64_t{header.format.width} * header.format.height * bytes_per_sample(header.format);
}

const char* interlacing_name(char interlacing) {
  switch (interlacing) {
    case 't': return ", interlaced, top field first";
    case 'b': return ", interlaced, bottom field first";
    case 'm': return ", partly interlaced";
    default: return "";
  }
}

// How many whole pictures a file has that start at each multiple of `step` from `first`, told by a
// few of them and by the size; nothing where they do not. A last one that is cut is not counted.
std::optional<std::int64_t> count_pictures(const ByteStream& stream, std::int64_t first,
                                           std::int64_t step) {
  const std::int64_t bytes = stream.size() - first;
  const std::int64_t starts = (bytes + step - 1) / step;
  // Fewer bytes are there only at the end of the file.
  const auto is_start = [&](std::int64_t picture) {
    std::array<char, bare_frame_line.size()> line;
    const auto got =
        stream.read_at(first + picture * step, std::as_writable_bytes(std::span(line)));
    return got && bare_frame_line.starts_with(std::string_view(line.data(), *got));
  };
  const std::int64_t samples = std::min<std::int64_t>(starts, 16);
  for (std::int64_t i = 1; i <= samples; ++i) {
    if (!is_start(i * starts / samples - 1)) return std::nullopt;
  }
  if (starts > 1 && !is_start(starts - 2)) return std::nullopt;
  return bytes / step;
}

Error cut_frame_line() {
  return input_cause("the input ends inside the line that starts the picture");
}

class Y4mReader final : public StreamReader {
 public:
  Y4mReader(std::string name, ByteStream stream, const Y4mHeader& header)
      : StreamReader(std::move(name), header.format),
        stream_(std::move(stream)),
        pictures_(header.format, alpha_bytes(header)),
        first_(stream_.position()),
        shortest_step_(static_cast<std::int64_t>(bare_frame_line.size()) + pictures_.bytes()),
        description_(fmt::format("y4m{}", interlacing_name(header.interlacing))) {
    if (stream_.is_file()) count_ = count_pictures(stream_, first_, shortest_step_);
  }

  std::optional<std::int64_t> frame_count() const override { return count_; }
  // Frame lines may be longer than the shortest, and the last picture may be cut.
  std::optional<std::int64_t> frame_estimate() const override {
    if (count_ || !stream_.is_file()) return count_;
    return (stream_.size() - first_ + shortest_step_ - 1) / shortest_step_;
  }
  Status check_end() const override {
    const std::int64_t left = count_ ? (stream_.size() - first_) % shortest_step_ : 0;
    if (left == 0) return {};
    const std::int64_t line = static_cast<std::int64_t>(bare_frame_line.size());
    return in_frame(name(), *count_,
                    left < line ? cut_frame_line() : pictures_.check_whole(left - line).error());
  }
  std::string description() const override { return description_; }

 protected:
  Result<std::optional<Frame>> read_picture() override {
    const Result<bool> more = pass_frame_line();
    if (!more) return more.error();
    if (!*more) return std::optional<Frame>();
    Result<Frame> frame = pictures_.read(stream_);
    if (!frame) return frame.error();
    return std::optional<Frame>(std::move(*frame));
  }

  Result<bool> skip_picture() override {
    const Result<bool> more = pass_frame_line();
    if (!more || !*more) return more;
    if (const Status passed = pictures_.skip(stream_); !passed) return passed.error();
    return true;
  }

  std::int64_t jump(std::int64_t n) override {
    return count_ ? stream_.skip_blocks(n, shortest_step_) : 0;
  }

 private:
  // False at the end of the stream.
  Result<bool> pass_frame_line() {
    const auto line = stream_.peek_line(max_y4m_line);
    if (!line) return line.error();
    if (line->empty()) {
      if (!stream_.is_file()) return false;
      if (const Status same = stream_.check_unchanged(); !same) return same.error();
      return false;
    }
    const bool whole = line->ends_with('\n');
    const bool starts_picture = is_y4m_frame_line(line->substr(0, line->size() - (whole ? 1 : 0)));
    if (!whole && line->size() < max_y4m_line && y4m_frame_magic.starts_with(line->substr(0, 5))) {
      return cut_frame_line();
    }
    if (!starts_picture) return input_cause("no FRAME line where the picture should start");
    if (!whole)
      return input_cause(fmt::format("the FRAME line is longer than {} bytes", max_y4m_line));
    const auto passed = stream_.skip(static_cast<std::int64_t>(line->size()));
    if (!passed) return passed.error();
    return true;
  }

  ByteStream stream_;
  PackedPictures pictures_;
  std::int64_t first_;          // position of the first picture's line
  std::int64_t shortest_step_;  // bytes from picture to picture
  std::string description_;
  std::optional<std::int64_t>
      count_;  // where pictures are known to follow each other at the shortest step
};

}  // namespace

Result<std::unique_ptr<Reader>> open_y4m(std::string name, ByteStream stream) {
  const auto line = stream.peek_line(max_y4m_line);
  if (!line) return in_file(name, line.error());
  if (!line->ends_with('\n')) {
    return in_file(name, input_cause(line->size() < max_y4m_line
                                         ? "the input ends inside the y4m header"
                                         : fmt::format("the y4m header is longer than {} bytes",
                                                       max_y4m_line)));
  }
  const Result<Y4mHeader> header = parse_y4m_header(line->substr(0, line->size() - 1));
  if (!header) return in_file(name, header.error());
  const auto passed = stream.skip(static_cast<std::int64_t>(line->size()));
  if (!passed) return in_file(name, passed.error());
  return std::unique_ptr<Reader>(
      std::make_unique<Y4mReader>(std::move(name), std::move(stream), *header));
}

}  // namespace assay
