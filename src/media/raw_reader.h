// Raw planar YUV.
#pragma once

#include <memory>
#include <string>

#include "assay/reader.h"
#include "media/byte_stream.h"

namespace assay {

// Errors: usage (a format that raw video cannot have), naming the input.
Result<std::unique_ptr<Reader>> open_raw(std::string name, ByteStream stream, const RawFormat& raw);

}  // namespace assay
