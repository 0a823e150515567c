#include "media/av_colour.h"

namespace assay {
namespace {

Matrix matrix_of(AVColorSpace space) {
  switch (space) {
    case AVCOL_SPC_UNSPECIFIED: return Matrix::unspecified;
    case AVCOL_SPC_RGB: return Matrix::rgb;
    case AVCOL_SPC_BT709: return Matrix::bt709;
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M: return Matrix::bt601;
    case AVCOL_SPC_BT2020_NCL: return Matrix::bt2020;
    default: return Matrix::other;
  }
}

Range range_of(AVColorRange range) {
  switch (range) {
    case AVCOL_RANGE_MPEG: return Range::limited;
    case AVCOL_RANGE_JPEG: return Range::full;
    default: return Range::unspecified;
  }
}

// BT.601 and BT.2020 share BT.709's curve.
Transfer transfer_of(AVColorTransferCharacteristic transfer) {
  switch (transfer) {
    case AVCOL_TRC_UNSPECIFIED: return Transfer::unspecified;
    case AVCOL_TRC_BT709:
    case AVCOL_TRC_SMPTE170M:
    case AVCOL_TRC_BT2020_10:
    case AVCOL_TRC_BT2020_12: return Transfer::bt709;
    case AVCOL_TRC_IEC61966_2_1: return Transfer::srgb;
    case AVCOL_TRC_GAMMA22: return Transfer::gamma22;
    case AVCOL_TRC_GAMMA28: return Transfer::gamma28;
    case AVCOL_TRC_LINEAR: return Transfer::linear;
    case AVCOL_TRC_SMPTE2084: return Transfer::pq;
    case AVCOL_TRC_ARIB_STD_B67: return Transfer::hlg;
    default: return Transfer::other;
  }
}

Primaries primaries_of(AVColorPrimaries primaries) {
  switch (primaries) {
    case AVCOL_PRI_UNSPECIFIED: return Primaries::unspecified;
    case AVCOL_PRI_BT709: return Primaries::bt709;
    case AVCOL_PRI_BT470BG:
    case AVCOL_PRI_SMPTE170M:
    case AVCOL_PRI_SMPTE240M: return Primaries::bt601;
    case AVCOL_PRI_BT2020: return Primaries::bt2020;
    default: return Primaries::other;
  }
}

Siting siting_of(AVChromaLocation location) {
  switch (location) {
    case AVCHROMA_LOC_LEFT: return Siting::left;
    case AVCHROMA_LOC_CENTER: return Siting::center;
    case AVCHROMA_LOC_TOPLEFT: return Siting::top_left;
    default: return Siting::unspecified;
  }
}

}  // namespace

Colour colour_of(const AVFrame& frame, bool full_range) {
  return {.matrix = matrix_of(frame.colorspace),
          .range = full_range ? Range::full : range_of(frame.color_range),
          .transfer = transfer_of(frame.color_trc),
          .primaries = primaries_of(frame.color_primaries),
          .siting = siting_of(frame.chroma_location)};
}

}  // namespace assay
