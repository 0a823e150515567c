// What FFmpeg's libraries say while a reader uses them.
#pragma once

#include <cstdint>
#include <map>
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
  // The first error message of the container since the last call, or empty.
  std::string take_container_error();

  // Messages of decoders belong to packets, by the number in the codec context's reordered_opaque.
  // The first error message of the first packet that has one, up to `last`, or empty; forgets those
  // of all packets up to `last`.
  std::string take_decoder_error(std::int64_t last);
  // The first packet whose picture a decoder said to have mended.
  std::optional<std::int64_t> mended_packet();
  void forget_decoders();

  // Called by the callback, from any thread.
  void add_mended(std::int64_t packet);
  void add(std::string_view message);
  void add_container_error(std::string_view message);
  void add_decoder_error(std::int64_t packet, std::string_view message);

 private:
  std::mutex mutex_;
  std::string last_;
  std::string container_;
  std::map<std::int64_t, std::string> decoder_;  // by packet
  std::optional<std::int64_t> mended_;
};

// A message of FFmpeg's, with plain words before it where it needs them.
std::string in_words(std::string_view message);

// "<what>: <message, or that of the error number, in words>".
std::string av_cause(std::string_view what, int error, std::string message);

}  // namespace assay
