// Opens and closes the namespaces that formulas live in: the instruction set's own on the CPU, a
// plain one in device code. A metric's formulas and kernels live in one of their own, so that two
// metrics may use a name for two things; include math/ formulas before it is opened. No include
// guard.
#undef ASSAY_BEGIN_FORMULAS
#undef ASSAY_BEGIN_METRIC_FORMULAS
#undef ASSAY_END_FORMULAS
#undef ASSAY_FORMULA

#if defined(__CUDACC__) || defined(__HIPCC__) || defined(ASSAY_PLAIN_FORMULAS)
#define ASSAY_BEGIN_FORMULAS namespace assay::plain {
#define ASSAY_BEGIN_METRIC_FORMULAS(metric) \
  namespace assay::metric::plain {          \
  using namespace ::assay::plain;
#define ASSAY_END_FORMULAS }
#define ASSAY_FORMULA ASSAY_FN
#else
#include "hwy/highway.h"
#define ASSAY_BEGIN_FORMULAS \
  HWY_BEFORE_NAMESPACE();    \
  namespace assay::HWY_NAMESPACE {
#define ASSAY_BEGIN_METRIC_FORMULAS(metric) \
  HWY_BEFORE_NAMESPACE();                   \
  namespace assay::metric::HWY_NAMESPACE {  \
  using namespace ::assay::HWY_NAMESPACE;
#define ASSAY_END_FORMULAS \
  }                        \
  HWY_AFTER_NAMESPACE();
#define ASSAY_FORMULA HWY_INLINE
#endif
