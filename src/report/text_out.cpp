#include "report/text_out.h"

namespace assay {

void TextOut::flush() {
  if (status_.ok() && buffer_.size() > 0) status_ = sink_({buffer_.data(), buffer_.size()});
  buffer_.clear();
}

Status TextOut::finish() {
  flush();
  return status_;
}

}  // namespace assay
