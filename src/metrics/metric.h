// What every metric offers, and what the engine does with it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/devices.h"
#include "assay/image.h"
#include "assay/options.h"
#include "assay/result.h"
#include "cpu/workers.h"

namespace assay {

namespace device {
class Frames;
}

struct FramePair {
  Frame ref;
  Frame dist;
  std::int64_t index = 0;  // of the pair in the stream, from 0
};

// Takes an extractor's scores.
class ScoreSink {
 public:
  virtual ~ScoreSink() = default;
  // output counts in Extractor::outputs(). A value of a frame is put once.
  virtual void put(std::size_t output, std::int64_t frame, double value) = 0;
  // A value of the whole clip.
  virtual void put_aggregate(std::string name, double value) = 0;
};

// A metric bound to options and a video format. A slot is a place for one pair in flight. submit,
// collect and flush may throw, such as std::bad_alloc; the engine makes that an error of the frame.
class Extractor {
 public:
  virtual ~Extractor() = default;

  // Feature keys in report order.
  virtual const std::vector<std::string>& outputs() const = 0;
  // What a user should know of these scores.
  virtual std::vector<std::string> warnings() const { return {}; }
  // A temporal metric sees every frame, even those whose scores subsampling leaves out.
  virtual bool temporal() const { return false; }
  // Bit p is set where plane p of ref is read, and of dist.
  virtual unsigned planes() const { return 0b111; }
  virtual unsigned dist_planes() const { return planes(); }

  // For an extractor on a device, before the first pair: takes the memory of all pairs in flight
  // and records their work. Errors: unsupported, with the device's words.
  virtual Status prepare(device::Frames&) { return {}; }

  // Enqueues the work of one pair and never waits. Pairs come in stream order.
  virtual void submit(const FramePair& pair, int slot) = 0;
  // Waits for the slot's pair once and puts what is final.
  virtual void collect(int slot, ScoreSink& sink) = 0;
  // Puts what only the end of the stream decides.
  virtual void flush(ScoreSink&) {}
};

// What an extractor is made of. Everything referred to outlives it.
struct ExtractorContext {
  VideoFormat format;  // of both pictures; ref's colour tags
  Workers* workers;
  int slots;  // pairs in flight at most
};

// One metric, as the registry lists it.
class Metric {
 public:
  virtual ~Metric() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;
  virtual std::vector<OptionInfo> options() const = 0;
  // Feature keys at default options.
  virtual std::vector<std::string> default_outputs() const = 0;
  // Errors: usage (bad options), unsupported (with the reason; for small frames the smallest size).
  virtual Result<std::unique_ptr<Extractor>> create(const OptionMap& options,
                                                    const ExtractorContext& context) const = 0;

  // Whether a device can take this. Errors: unsupported, with the reason; usage (bad options).
  virtual Status can_run(const DeviceInfo& device, const VideoFormat& format,
                         const OptionMap& options) const;
  // How far its scores there may be from the CPU's, at most; 0 where they have the same bits.
  virtual double bound_on(const DeviceInfo&, const OptionMap&) const { return 0; }
  // As create, for a device that can_run accepted; the extractor wants prepare.
  virtual Result<std::unique_ptr<Extractor>> create_on_device(
      const OptionMap& options, const ExtractorContext& context) const;
};

// For metrics with terms in doubles. Errors: unsupported, where the device has no double precision.
Status check_double_precision(const DeviceInfo& device);

}  // namespace assay
