#include "media/stream_reader.h"

#include <cassert>
#include <utility>

#include "media/input_error.h"

namespace assay {

Error StreamReader::fail(const Error& cause) {
  failure_ =
      is_of_next_picture() ? in_frame(name_, index_, cause) : behind_frames(name_, index_, cause);
  return *failure_;
}

Result<std::optional<Frame>> StreamReader::next() {
  if (failure_) return *failure_;
  Result<std::optional<Frame>> picture = read_picture();
  if (!picture) return fail(picture.error());
  if (picture->has_value()) ++index_;
  return picture;
}

Result<std::int64_t> StreamReader::skip(std::int64_t n) {
  assert(n >= 0);
  if (failure_) return *failure_;
  const std::int64_t first = index_;
  index_ += jump(n);
  while (index_ - first < n) {
    const Result<bool> passed = skip_picture();
    if (!passed) return fail(passed.error());
    if (!*passed) break;
    ++index_;
  }
  return index_ - first;
}

}  // namespace assay
