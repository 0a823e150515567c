#include "media/av_pixels.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "media/input_error.h"

namespace assay {
namespace {

constexpr std::uint64_t unreadable = AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL |
                                     AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;

std::optional<PixelFormat> find_layout(const AVPixFmtDescriptor& format) {
  if ((format.flags & AV_PIX_FMT_FLAG_RGB) != 0) return PixelFormat::rgb;
  if (format.nb_components < 3) return PixelFormat::gray;
  for (const PixelFormat pixels : {PixelFormat::yuv420, PixelFormat::yuv422, PixelFormat::yuv444,
                                   PixelFormat::yuv411, PixelFormat::yuv440}) {
    if (chroma_shift_x(pixels) == format.log2_chroma_w &&
        chroma_shift_y(pixels) == format.log2_chroma_h) {
      return pixels;
    }
  }
  return std::nullopt;
}

// Formats whose descriptors do not tell that luma is spaced unevenly, or that this is XYZ.
bool is_misdescribed(AVPixelFormat format) {
  return format == AV_PIX_FMT_UYYVYY411 || format == AV_PIX_FMT_XYZ12LE ||
         format == AV_PIX_FMT_XYZ12BE;
}

// Formats whose range is part of their name.
bool is_full_range(AVPixelFormat format) {
  switch (format) {
    case AV_PIX_FMT_YUVJ420P:
    case AV_PIX_FMT_YUVJ422P:
    case AV_PIX_FMT_YUVJ444P:
    case AV_PIX_FMT_YUVJ411P:
    case AV_PIX_FMT_YUVJ440P: return true;
    default: return false;
  }
}

AvPixels palette_pixels() {
  AvPixels palette{.pixels = PixelFormat::rgb, .depth = 8, .samples = {}};
  palette.palette = true;
  return palette;
}

}  // namespace

Result<AvPixels> describe_pixels(AVPixelFormat format) {
  const AVPixFmtDescriptor* facts = av_pix_fmt_desc_get(format);
  if (facts == nullptr) return input_cause("its pixel format is unknown");
  if ((facts->flags & AV_PIX_FMT_FLAG_PAL) != 0) return palette_pixels();
  const std::optional<PixelFormat> pixels = find_layout(*facts);
  const Error refused = input_cause(fmt::format("pixel format {} cannot be read", facts->name));
  if (!pixels || (facts->flags & unreadable) != 0 || is_misdescribed(format)) return refused;
  AvPixels found{.pixels = *pixels, .depth = facts->comp[0].depth, .samples = {}};
  if (found.depth < 8 || found.depth > 16) return refused;
  found.big_endian = (facts->flags & AV_PIX_FMT_FLAG_BE) != 0;
  found.full_range = is_full_range(format);
  const int bytes = found.depth > 8 ? 2 : 1;
  found.as_stored = !(found.big_endian && bytes == 2);
  for (int p = 0; p < plane_count(*pixels); ++p) {
    const AVComponentDescriptor& comp = facts->comp[p];
    if (comp.depth != found.depth) return refused;
    found.samples[p] = {comp.plane, comp.step, comp.offset, comp.shift};
    found.as_stored = found.as_stored && comp.step == bytes && comp.offset == 0 && comp.shift == 0;
  }
  return found;
}

}  // namespace assay
