#include "messages.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace assay::cli {
namespace {

// Bytes of the character of UTF-8 that text starts with; 0 where it starts with none.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  // Not longer than needed, no surrogate, at most U+10FFFF.
  const unsigned least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < least || byte(1) > most) return 0;
  for (std::size_t i = 2; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return size;
}

// Control characters are U+0000 to U+001F and U+007F to U+009F.
bool is_control(std::string_view character) {
  const unsigned char lead = static_cast<unsigned char>(character[0]);
  return lead < ' ' || lead == 0x7f ||
         (lead == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0);
}

std::string escaped(std::string_view bytes) {
  if (bytes == "\n") return "\\n";
  if (bytes == "\t") return "\\t";
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("\\x{:02x}", byte);
  return text;
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const std::string_view next = text.substr(0, size > 0 ? size : 1);
    line += size == 0 || is_control(next) ? escaped(next) : std::string(next);
    text.remove_prefix(next.size());
  }
  return line;
}

void print_message(std::string_view message) {
  print_err(fmt::format("assay: {}\n", one_line(message)));
}

Status print_out(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) {
    return {};
  }
  return Error{ErrorCode::output,
               "cannot write standard output: " + std::generic_category().message(errno)};
}

void print_err(const std::string& text) {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
  (void)std::fflush(stderr);
}

}  // namespace assay::cli
