// The sample layouts of y4m's C and XYSCSS tags.
#pragma once

#include <optional>
#include <string_view>

#include "assay/image.h"

namespace assay {

struct Y4mChroma {
  PixelFormat pixels;
  int depth;      // bits
  Siting siting;  // unspecified where the tag does not say
  bool alpha;
};

// 420jpeg, 420mpeg2, 420paldv, 420, 422, 444, 444alpha, 411, 440, mono; 420, 422, 444 and 440 with
// p9 to p16, mono with 9 to 16. Letters may be of either case. Nothing for any other name.
std::optional<Y4mChroma> find_y4m_chroma(std::string_view name);

}  // namespace assay
