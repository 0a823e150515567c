// Small clips made of integer arithmetic.
#pragma once

#include <string>

namespace assay::cli {

struct Clip {
  int width = 32;
  int height = 24;
  int frames = 4;
  int depth = 8;
  std::string chroma = "420";  // 400, 420, 422, 444
  int error = 0;               // the largest change of a sample from the undistorted clip
};

// Planes of all frames without headers; 16-bit samples are little endian.
std::string raw_bytes(const Clip& clip);

// The same with y4m headers.
std::string y4m_bytes(const Clip& clip);

// Bytes of the stream header, and of one frame with its own header.
std::size_t y4m_header_size(const Clip& clip);
std::size_t y4m_frame_size(const Clip& clip);

}  // namespace assay::cli
