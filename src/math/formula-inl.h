// Opens and closes the namespace that formulas live in: the instruction set's own on the CPU, one
// plain namespace in device code. No include guard.
#undef ASSAY_BEGIN_FORMULAS
#undef ASSAY_END_FORMULAS
#undef ASSAY_FORMULA

#if defined(__CUDACC__) || defined(__HIPCC__) || defined(ASSAY_PLAIN_FORMULAS)
#define ASSAY_BEGIN_FORMULAS namespace assay::plain {
#define ASSAY_END_FORMULAS }
#define ASSAY_FORMULA ASSAY_FN
#else
#include "hwy/highway.h"
#define ASSAY_BEGIN_FORMULAS \
  HWY_BEFORE_NAMESPACE();    \
  namespace assay {          \
  namespace HWY_NAMESPACE {
#define ASSAY_END_FORMULAS \
  }                        \
  }                        \
  HWY_AFTER_NAMESPACE();
#define ASSAY_FORMULA HWY_INLINE
#endif
