#include "media/y4m_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "media/input_error.h"
#include "media/picture_size.h"
#include "media/y4m_chroma.h"

namespace assay {
namespace {

// A whole number without sign that fills the text.
std::optional<int> parse_count(std::string_view text) {
  int value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < 0) return std::nullopt;
  return value;
}

// A tag as it stands in messages: short, printable.
std::string quoted(std::string_view tag) {
  constexpr std::size_t longest = 40;
  std::string text(tag.substr(0, longest));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  if (tag.size() > longest) text += "...";
  return "\"" + text + "\"";
}

Error bad_tag(std::string_view tag, std::string_view what) {
  return input_cause(fmt::format("y4m header: tag {} {}", quoted(tag), what));
}

// The tags of a header that say something of the picture.
struct Tags {
  std::optional<std::string_view> width, height, rate, interlacing, chroma, x_chroma, x_range;
};

Tags collect(std::string_view tags) {
  Tags found;
  while (!tags.empty()) {
    const std::string_view tag = tags.substr(0, tags.find(' '));
    tags.remove_prefix(std::min(tags.size(), tag.size() + 1));
    if (tag.empty()) continue;
    switch (tag.front()) {
      case 'W': found.width = tag; break;
      case 'H': found.height = tag; break;
      case 'F': found.rate = tag; break;
      case 'I': found.interlacing = tag; break;
      case 'C': found.chroma = tag; break;
      case 'X':
        if (tag.starts_with("XYSCSS=")) found.x_chroma = tag;
        if (tag.starts_with("XCOLORRANGE=")) found.x_range = tag;
        break;
      default: break;
    }
  }
  return found;
}

Status read_size(const Tags& tags, VideoFormat& format) {
  if (!tags.width || !tags.height) return input_cause("y4m header: no width and height");
  for (const std::string_view tag : {*tags.width, *tags.height}) {
    const std::optional<int> side = parse_count(tag.substr(1));
    if (!side) return bad_tag(tag, "is no size");
    (tag.front() == 'W' ? format.width : format.height) = *side;
  }
  if (const Status size = check_picture_size(format.width, format.height); !size) {
    return input_cause("y4m header: " + size.error().message);
  }
  return {};
}

Status read_rate(std::string_view tag, VideoFormat& format) {
  const std::size_t colon = tag.find(':');
  if (colon == std::string_view::npos) return bad_tag(tag, "is no frame rate");
  const std::optional<int> num = parse_count(tag.substr(1, colon - 1));
  const std::optional<int> den = parse_count(tag.substr(colon + 1));
  if (!num || !den) return bad_tag(tag, "is no frame rate");
  if (*num > 0 && *den > 0) {  // 0:0 means unknown
    format.fps_num = *num;
    format.fps_den = *den;
  }
  return {};
}

Status read_chroma(const Tags& tags, Y4mHeader& header) {
  const std::string_view tag = tags.chroma ? *tags.chroma : tags.x_chroma.value_or("C420jpeg");
  const std::string_view name = tag.substr(tags.chroma || !tags.x_chroma ? 1 : tag.find('=') + 1);
  const std::optional<Y4mChroma> chroma = find_y4m_chroma(name);
  if (!chroma) return bad_tag(tag, "names a sample layout that cannot be read");
  header.format.pixels = chroma->pixels;
  header.format.depth = chroma->depth;
  header.format.colour.siting = chroma->siting;
  header.alpha = chroma->alpha;
  return {};
}

Status read_range(std::string_view tag, Colour& colour) {
  const std::string_view value = tag.substr(tag.find('=') + 1);
  if (value != "FULL" && value != "LIMITED") return bad_tag(tag, "is neither FULL nor LIMITED");
  colour.range = value == "FULL" ? Range::full : Range::limited;
  return {};
}

Status read_interlacing(std::string_view tag, Y4mHeader& header) {
  if (tag.size() != 2 || std::string_view("ptbm?").find(tag[1]) == std::string_view::npos) {
    return bad_tag(tag, "names an unknown interlacing");
  }
  header.interlacing = tag[1];
  return {};
}

}  // namespace

Result<Y4mHeader> parse_y4m_header(std::string_view line) {
  if (!line.starts_with(y4m_magic)) return input_cause("no y4m header");
  const Tags tags = collect(line.substr(y4m_magic.size()));
  Y4mHeader header;
  Status status = read_size(tags, header.format);
  if (status) status = read_chroma(tags, header);
  if (status && tags.rate) status = read_rate(*tags.rate, header.format);
  if (status && tags.interlacing) status = read_interlacing(*tags.interlacing, header);
  if (status && tags.x_range) status = read_range(*tags.x_range, header.format.colour);
  if (!status) return status.error();
  return header;
}

bool is_y4m_frame_line(std::string_view line) {
  if (!line.starts_with(y4m_frame_magic)) return false;
  return line.size() == y4m_frame_magic.size() || line[y4m_frame_magic.size()] == ' ';
}

}  // namespace assay
