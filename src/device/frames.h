// Pairs of pictures on their way through a device.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "assay/image.h"
#include "device/device.h"
#include "device/pictures.h"

namespace assay::device {

// Takes tasks to run, at once or beside the caller.
using RunTask = std::function<void(std::function<void()> task)>;

struct FramesPlan {
  VideoFormat format;                        // of both pictures
  unsigned planes = 0b111;                   // bit p is set where somebody reads plane p of ref
  std::optional<unsigned> dist_planes = {};  // of dist; planes where this is left out
  int slots = 1;                             // pairs in flight at most
};

// The places of pairs in flight. A pair's planes are copied to pinned memory and sent once, on a
// queue of their own; all work on the pair goes to its slot's queue, which waits for them on the
// device; one event ends it, and one wait of the host. Nothing is allocated on the device after
// create.
//
// One thread at a time may call it, for each pair begin, and once its tasks are done send, then
// work on queue(slot), end and wait.
class Frames {
 public:
  // Errors: unsupported (no memory on the device, or pinned), with the device's words.
  static Result<std::unique_ptr<Frames>> create(Device& device, const FramesPlan& plan);

  Device& device() { return device_; }
  int slots() const { return static_cast<int>(slots_.size()); }
  // Of a slot: where its work goes, and the table of its planes in device memory. Planes that
  // nobody reads have no data. Uploaded rows start at multiples of 64 bytes, planes of 256.
  Queue& queue(int slot) { return *slots_[slot].queue; }
  const Pictures* pictures(int slot) const { return slots_[slot].planes.as<const Pictures>(); }

  // Starts a pair: notes what lies on the device already, and runs tasks that copy to pinned memory
  // what lies in the host's. Errors: unsupported (a picture on another device).
  Status begin(const Frame& ref, const Frame& dist, int slot, const RunTask& run);
  // Whether begin had something to copy.
  bool copies(int slot) const { return slots_[slot].copies; }
  // Sends what was copied. The slot's queue then waits for both pictures. Errors: unsupported, with
  // the device's words.
  Status send(int slot);
  // Ends the pair's work.
  Status end(int slot);
  // Lets the host wait until the pair's work is done: at the first call, later ones cost nothing.
  Status wait(int slot);

 private:
  // Where a plane lies in a slot's block.
  struct Place {
    std::size_t offset;
    std::size_t pitch;
  };
  struct Slot {
    Buffer planes;         // Pictures, then the planes of ref and of dist
    PinnedBuffer staging;  // the same
    std::unique_ptr<Queue> queue;
    std::unique_ptr<Event> sent;
    std::unique_ptr<Event> done;
    Frame pictures[2];  // held while tasks or the device read them
    bool copies = false;
    bool is_waited_for = true;
  };

  Frames(Device& device, const FramesPlan& plan);
  Status make_slot();
  bool reads(int side, int plane) const;
  Status check_place(const Frame& frame) const;
  void note_planes(const Frame& frame, int side, Slot& slot) const;
  void copy(int side, Slot& slot, const RunTask& run) const;
  Status send_block(std::size_t begin, std::size_t end, Slot& slot);

  Device& device_;
  FramesPlan plan_;
  Place places_[2][3] = {};
  std::size_t begins_[3] = {};  // of ref's planes, of dist's, and the block's end
  std::unique_ptr<Queue> uploads_;
  std::vector<Slot> slots_;
};

}  // namespace assay::device
