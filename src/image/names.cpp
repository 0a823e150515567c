#include "assay/image.h"

namespace assay {

const char* name_of(PixelFormat pixels) {
  switch (pixels) {
    case PixelFormat::gray: return "gray";
    case PixelFormat::yuv420: return "yuv420";
    case PixelFormat::yuv422: return "yuv422";
    case PixelFormat::yuv444: return "yuv444";
    case PixelFormat::yuv411: return "yuv411";
    case PixelFormat::yuv440: return "yuv440";
    case PixelFormat::rgb: return "rgb";
  }
  return "unknown";
}

const char* name_of(Matrix matrix) {
  switch (matrix) {
    case Matrix::unspecified: return "unspecified";
    case Matrix::bt601: return "bt601";
    case Matrix::bt709: return "bt709";
    case Matrix::bt2020: return "bt2020";
    case Matrix::rgb: return "rgb";
    case Matrix::other: return "other";
  }
  return "unknown";
}

const char* name_of(Range range) {
  switch (range) {
    case Range::unspecified: return "unspecified";
    case Range::limited: return "limited";
    case Range::full: return "full";
  }
  return "unknown";
}

const char* name_of(Transfer transfer) {
  switch (transfer) {
    case Transfer::unspecified: return "unspecified";
    case Transfer::bt709: return "bt709";
    case Transfer::srgb: return "srgb";
    case Transfer::gamma22: return "gamma22";
    case Transfer::gamma28: return "gamma28";
    case Transfer::linear: return "linear";
    case Transfer::pq: return "pq";
    case Transfer::hlg: return "hlg";
    case Transfer::other: return "other";
  }
  return "unknown";
}

const char* name_of(Primaries primaries) {
  switch (primaries) {
    case Primaries::unspecified: return "unspecified";
    case Primaries::bt601: return "bt601";
    case Primaries::bt709: return "bt709";
    case Primaries::bt2020: return "bt2020";
    case Primaries::other: return "other";
  }
  return "unknown";
}

const char* name_of(Siting siting) {
  switch (siting) {
    case Siting::unspecified: return "unspecified";
    case Siting::left: return "left";
    case Siting::center: return "center";
    case Siting::top_left: return "top_left";
  }
  return "unknown";
}

}  // namespace assay
