// Kernels that break their own terms; only the host executor may run them.
#pragma once

#include "device/kernel.h"

namespace assay::check {

struct TakesTooMuch {
  static constexpr const char* kName = "check.takes_too_much";
  static constexpr int kItems = 32;
  static constexpr std::size_t kSharedBytes = 64;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    g.template shared<int>(1);
    g.template shared<int>(13);  // from byte 16 to 68
  }
};

struct WritesPastShared {
  static constexpr const char* kName = "check.writes_past_shared";
  static constexpr int kItems = 32;
  static constexpr std::size_t kSharedBytes = 256;

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int* first = g.template shared<int>(32);
    g.template shared<int>(32);
    g.for_each_item([&](int i) { first[i + 1] = i; });
  }
};

struct WritesPastBuffer {
  static constexpr const char* kName = "check.writes_past_buffer";
  static constexpr int kItems = 32;
  static constexpr std::size_t kSharedBytes = 0;
  int* out = nullptr;  // of 31

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    g.for_each_item([&](int i) { out[i] = i; });
  }
};

// Passes on what nobody wrote.
struct ReadsUnwritten {
  static constexpr const char* kName = "check.reads_unwritten";
  static constexpr int kItems = 32;
  static constexpr std::size_t kSharedBytes = sizeof(float) * kItems;
  float* out = nullptr;  // of 2

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    float* tile = g.template shared<float>(kItems);
    auto keep = g.template per_item<float>();
    g.for_each_item([&](int i) {
      if (i != 5) return;
      out[0] = tile[9];
      out[1] = keep[i];
    });
  }
};

// Reads what a neighbour writes in the same phase.
struct Races {
  static constexpr const char* kName = "check.races";
  static constexpr int kItems = 32;
  static constexpr std::size_t kSharedBytes = sizeof(int) * kItems;
  int* out = nullptr;  // of kItems

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int* tile = g.template shared<int>(kItems);
    g.for_each_item([&](int i) { tile[i] = 0; });
    g.for_each_item([&](int i) {
      tile[i] = i;
      out[i] = tile[(i + 1) % kItems];
    });
  }
};

// Reads what another line writes between the phases of lines.
struct CrossesLines {
  static constexpr const char* kName = "check.crosses_lines";
  static constexpr int kItems = 64;
  static constexpr std::size_t kSharedBytes = sizeof(int) * kItems;
  int* out = nullptr;  // of kItems

  template <class Group>
  ASSAY_FN void operator()(Group& g) const {
    int* tile = g.template shared<int>(kItems);
    g.for_each_item([&](int i) { tile[i] = 0; });
    g.for_each_in_lines([&](int i) { tile[i] = i + 1; },
                        [&](int i) { out[i] = tile[(i + device::kLine) % kItems]; });
  }
};

using FaultyKernels = device::KernelList<TakesTooMuch, WritesPastShared, WritesPastBuffer,
                                         ReadsUnwritten, Races, CrossesLines>;

}  // namespace assay::check
