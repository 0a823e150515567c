// The text lines of a y4m stream.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "assay/image.h"
#include "assay/result.h"

namespace assay {

inline constexpr std::string_view y4m_magic = "YUV4MPEG2";
inline constexpr std::string_view y4m_frame_magic = "FRAME";
inline constexpr std::size_t max_y4m_line = std::size_t{64} << 10;  // bytes, the newline with them

struct Y4mHeader {
  VideoFormat format;
  bool alpha = false;  // a fourth plane of luma size follows; it is read and left out
  char interlacing =
      '?';  // p progressive, t top field first, b bottom field first, m mixed, ? unknown
};

// Reads a stream header without its newline: tags W H F I A C and X, as FFmpeg and mjpegtools write
// them. Without a C tag XYSCSS decides, without both 420jpeg holds. Unknown tags are passed over.
// Errors: input, naming the tag, with the bare cause.
Result<Y4mHeader> parse_y4m_header(std::string_view line);

// Whether the line, without its newline, starts a picture. Its parameters say nothing that is
// needed.
bool is_y4m_frame_line(std::string_view line);

}  // namespace assay
