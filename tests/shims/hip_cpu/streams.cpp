#include "shims/hip_cpu/streams.h"

#include <set>
#include <utility>

namespace assay::shims::hip {
namespace {

std::set<ihipStream_t*>& streams() {
  static std::set<ihipStream_t*> all;
  return all;
}

}  // namespace

std::recursive_mutex& mutex() {
  static std::recursive_mutex one;
  return one;
}

}  // namespace assay::shims::hip

using assay::shims::hip::mutex;
using assay::shims::hip::streams;

ihipStream_t::ihipStream_t(int index) : device(index) {
  const std::lock_guard lock(mutex());
  streams().insert(this);
}

ihipStream_t::~ihipStream_t() {
  const std::lock_guard lock(mutex());
  run_all();
  streams().erase(this);
}

void ihipStream_t::run_next() {
  const std::function<void()> task = std::move(tasks.front());
  tasks.pop_front();
  task();
}

void ihipStream_t::run_all() {
  while (!tasks.empty()) run_next();
}

void ihipStream_t::run_to(const assay::shims::hip::Mark& mark) {
  while (!mark.is_reached) mark.stream->run_next();
}

void ihipStream_t::run_everything() {
  for (ihipStream_t* stream : streams()) stream->run_all();
}
