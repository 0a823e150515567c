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

// One line without spaces at its ends and what leads to a next message.
std::string trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n", tail = " \t\r\n-:";
  const std::size_t first = text.find_first_not_of(space);
  const std::size_t last = text.find_last_not_of(tail);
  if (last == std::string_view::npos) return "";
  std::string line(text.substr(first, last - first + 1));
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
  return line;
}

void add_to(AvLog& log, void* source, int level, const char* format, std::va_list args) {
  const AVClass* kind = class_of(source);
  const bool is_container = kind != nullptr && kind == avformat_get_class();
  const bool is_decoder = kind != nullptr && kind == avcodec_get_class();
  const std::int64_t packet =
      is_decoder ? static_cast<AVCodecContext*>(source)->reordered_opaque : 0;
  // Decoders say on a level below errors that they mend a picture, "concealing 12 DC, ...".
  if (is_decoder && std::string_view(format).starts_with("concealing ")) log.add_mended(packet);
  if ((level & 0xff) > AV_LOG_ERROR) return;
  std::array<char, 512> text;
  if (std::vsnprintf(text.data(), text.size(), format, args) < 0) return;
  const std::string line = trimmed(text.data());
  if (line.empty()) return;
  log.add(line);
  if (is_container) log.add_container_error(line);
  if (is_decoder) log.add_decoder_error(packet, line);
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

void AvLog::add(std::string_view message) {
  const std::lock_guard lock(mutex_);
  last_ = message;
}

void AvLog::add_container_error(std::string_view message) {
  const std::lock_guard lock(mutex_);
  if (container_.empty()) container_ = message;
}

void AvLog::add_decoder_error(std::int64_t packet, std::string_view message) {
  const std::lock_guard lock(mutex_);
  decoder_.try_emplace(packet, message);
}

std::string AvLog::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(last_, "");
}

std::string AvLog::take_container_error() {
  const std::lock_guard lock(mutex_);
  return std::exchange(container_, "");
}

std::string AvLog::take_decoder_error(std::int64_t last) {
  const std::lock_guard lock(mutex_);
  const auto end = decoder_.upper_bound(last);
  if (end == decoder_.begin()) return "";
  std::string message = std::move(decoder_.begin()->second);
  decoder_.erase(decoder_.begin(), end);
  return message;
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

std::string av_cause(std::string_view what, int error, std::string message) {
  if (message.empty()) {
    std::array<char, AV_ERROR_MAX_STRING_SIZE> text = {};
    av_strerror(error, text.data(), text.size());
    message = text.data();
  }
  return fmt::format("{}: {}", what, in_words(message));
}

}  // namespace assay
