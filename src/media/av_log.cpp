#include "media/av_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

#include "media/av_types.h"

namespace assay {
namespace {

thread_local AvLog* current = nullptr;

// The logs that live, for messages that name theirs by a codec context's opaque.
struct Registry {
  std::mutex mutex;
  std::vector<AvLog*> logs;
};

Registry& registry() {
  static Registry& logs = *new Registry;  // decoder threads may speak until the process ends
  return logs;
}

const AVClass* class_of(void* source) {
  return source == nullptr ? nullptr : *static_cast<const AVClass**>(source);
}

AvLog::Source source_of(const AVClass* kind) {
  if (kind != nullptr && kind == avformat_get_class()) return AvLog::Source::container;
  if (kind != nullptr && kind == avcodec_get_class()) return AvLog::Source::decoder;
  return AvLog::Source::other;
}

// Decoders say on a level below errors that they mend a picture, "concealing 12 DC, ...".
bool tells_of_mending(const AVClass* kind, const char* format) {
  return source_of(kind) == AvLog::Source::decoder &&
         std::string_view(format).starts_with("concealing ");
}

void add_to(AvLog& log, void* source, int level, const char* format, std::va_list args) {
  const AVClass* kind = class_of(source);
  if (tells_of_mending(kind, format)) {
    log.add_mended(static_cast<AVCodecContext*>(source)->reordered_opaque);
  }
  std::array<char, 512> text;
  if ((level & 0xff) > AV_LOG_ERROR) return;
  if (std::vsnprintf(text.data(), text.size(), format, args) < 0) return;
  log.add(text.data(), source_of(kind));
}

void on_message(void* source, int level, const char* format, std::va_list args) {
  const AVClass* kind = class_of(source);
  if (current != nullptr) {
    add_to(*current, source, level, format, args);
    return;
  }
  if (kind != nullptr && kind == avcodec_get_class()) {
    const std::lock_guard lock(registry().mutex);
    const auto& logs = registry().logs;
    const auto found =
        std::find(logs.begin(), logs.end(), static_cast<AVCodecContext*>(source)->opaque);
    if (found != logs.end()) {
      add_to(**found, source, level, format, args);
      return;
    }
  }
  av_log_default_callback(source, level, format, args);
}

// One line without the spaces and newline at its ends.
std::string trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return "";
  std::string line(text.substr(first, text.find_last_not_of(space) - first + 1));
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
  return line;
}

}  // namespace

AvLog::AvLog() {
  static const bool set = (av_log_set_callback(on_message), true);
  static_cast<void>(set);
  const std::lock_guard lock(registry().mutex);
  registry().logs.push_back(this);
}

AvLog::~AvLog() {
  const std::lock_guard lock(registry().mutex);
  std::erase(registry().logs, this);
}

AvLog::Scope::Scope(AvLog& log) : outer_(std::exchange(current, &log)) {}
AvLog::Scope::~Scope() { current = outer_; }

void AvLog::add(std::string_view message, Source source) {
  std::string line = trimmed(message);
  if (line.empty()) return;
  const std::lock_guard lock(mutex_);
  if (source == Source::container && container_.empty()) container_ = line;
  if (source == Source::decoder && decoder_.empty()) decoder_ = line;
  last_ = std::move(line);
}

std::string AvLog::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(last_, "");
}

std::string AvLog::take_container_error() {
  const std::lock_guard lock(mutex_);
  return std::exchange(container_, "");
}

std::string AvLog::take_decoder_error() {
  const std::lock_guard lock(mutex_);
  return std::exchange(decoder_, "");
}

void AvLog::add_mended(std::int64_t packet) {
  const std::lock_guard lock(mutex_);
  mended_ = std::min(mended_.value_or(packet), packet);
}

std::optional<std::int64_t> AvLog::mended_packet() {
  const std::lock_guard lock(mutex_);
  return mended_;
}

void AvLog::forget_decoders() {
  const std::lock_guard lock(mutex_);
  decoder_.clear();
  mended_.reset();
}

std::string in_words(std::string_view message) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> plain = {{
      {"moov atom not found", "the list of its pictures is missing, as where a file is cut"},
      {"File ended prematurely", "the file ends too early"},
      {"Truncating packet", "the file ends inside a packet"},
  }};
  for (const auto& [start, words] : plain) {
    if (message.starts_with(start)) return fmt::format("{} (FFmpeg: {})", words, message);
  }
  return fmt::format("FFmpeg says: {}", message);
}

std::string av_cause(std::string_view what, int error, AvLog& log) {
  std::string message = log.take();
  if (message.empty()) {
    std::array<char, AV_ERROR_MAX_STRING_SIZE> text = {};
    av_strerror(error, text.data(), text.size());
    message = text.data();
  }
  return fmt::format("{}: {}", what, in_words(message));
}

}  // namespace assay
