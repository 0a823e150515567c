// In place of the FFmpeg reader in builds without it.
#include <utility>

#include "media/av_reader.h"
#include "media/input_error.h"

namespace assay {

Result<std::unique_ptr<Reader>> open_av(std::string name, ByteStream, int) {
  return in_file(name, input_cause("is not y4m, and this build reads nothing else but raw video "
                                   "(--width, --height, --pixel_format, --bitdepth)"));
}

}  // namespace assay
