// YUV4MPEG2 streams.
#pragma once

#include <memory>
#include <string>

#include "assay/reader.h"
#include "media/byte_stream.h"

namespace assay {

// The stream stands at its y4m signature. Errors: input, naming the input and the tag.
Result<std::unique_ptr<Reader>> open_y4m(std::string name, ByteStream stream);

}  // namespace assay
