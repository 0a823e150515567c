// Tells the thread sanitizer what happens before what where it cannot see: inside oneTBB. Does
// nothing in other builds.
#pragma once

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ASSAY_THREAD_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define ASSAY_THREAD_SANITIZER 1
#endif

#if defined(ASSAY_THREAD_SANITIZER)
#include <sanitizer/tsan_interface.h>
#if defined(__clang__)
#define ASSAY_UNSEEN_BY_SANITIZER __attribute__((no_sanitize("thread"), noinline))
#else
#define ASSAY_UNSEEN_BY_SANITIZER __attribute__((no_sanitize("thread"), noipa))
#endif
#else
#define ASSAY_UNSEEN_BY_SANITIZER
#endif

namespace assay {

// What this thread did so far happens before what follows an observe of the same key.
inline void publish([[maybe_unused]] void* key) {
#if defined(ASSAY_THREAD_SANITIZER)
  __tsan_release(key);
#endif
}

inline void observe([[maybe_unused]] void* key) {
#if defined(ASSAY_THREAD_SANITIZER)
  __tsan_acquire(key);
#endif
}

}  // namespace assay
