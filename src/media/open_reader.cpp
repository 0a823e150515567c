#include <string_view>
#include <utility>

#include "assay/reader.h"
#include "media/av_reader.h"
#include "media/byte_stream.h"
#include "media/input_error.h"
#include "media/raw_reader.h"
#include "media/y4m_header.h"
#include "media/y4m_reader.h"

namespace assay {

Result<std::unique_ptr<Reader>> open_reader(const std::string& path, const ReaderOptions& options) {
  std::string name = input_name(path);
  Result<ByteStream> stream = ByteStream::open(path);
  if (!stream) return in_file(name, stream.error());
  const auto start = stream->peek(y4m_magic.size());
  if (!start) return in_file(name, start.error());
  if (start->empty()) return in_file(name, input_cause("is empty"));
  if (options.raw) return open_raw(std::move(name), std::move(*stream), *options.raw);
  const std::string_view text(reinterpret_cast<const char*>(start->data()), start->size());
  if (text == y4m_magic) return open_y4m(std::move(name), std::move(*stream));
  return open_av(std::move(name), std::move(*stream), options.threads);
}

}  // namespace assay
