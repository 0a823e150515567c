// What FFmpeg's libraries say while a reader uses them.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

// Catches the error messages of one reader's contexts, so that they become causes instead of
// output.
//
// FFmpeg has one message callback a process. The first AvLog sets it; messages that belong to no
// AvLog go on to FFmpeg's default callback. Codec contexts carry their AvLog as `opaque`, because
// decoder threads have no Scope.
class AvLog {
 public:
  AvLog();
  ~AvLog();
  AvLog(const AvLog&) = delete;
  AvLog& operator=(const AvLog&) = delete;

  // Messages of this thread go to the log while this lives.
  class Scope {
   public:
    explicit Scope(AvLog& log);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    AvLog* outer_;
  };

  // The last error message, or empty; forgets it.
  std::string take();
  // The first error message of the container or of a decoder since the last call, or empty.
  std::string take_container_error();
  std::string take_decoder_error();

  // The first packet whose picture a decoder said to have mended, if any, by the number in the
  // codec context's reordered_opaque.
  std::optional<std::int64_t> mended_packet();
  void forget_decoders();

  // Called by the callback, from any thread.
  void add_mended(std::int64_t packet);
  enum class Source { container, decoder, other };
  void add(std::string_view message, Source source);

 private:
  std::mutex mutex_;
  std::string last_;
  std::string container_;
  std::string decoder_;
  std::optional<std::int64_t> mended_;
};

// A message of FFmpeg's, with plain words before it where it needs them.
std::string in_words(std::string_view message);

// "<what>: <message of the log, or of the error number, in words>".
std::string av_cause(std::string_view what, int error, AvLog& log);

}  // namespace assay
