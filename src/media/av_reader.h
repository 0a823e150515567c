// Whatever FFmpeg decodes.
#pragma once

#include <memory>
#include <string>

#include "assay/reader.h"
#include "media/byte_stream.h"

namespace assay {

// threads = 0 lets the decoder choose. Errors: input, naming the input.
Result<std::unique_ptr<Reader>> open_av(std::string name, ByteStream stream, int threads);

}  // namespace assay
