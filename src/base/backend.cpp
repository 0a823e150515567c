#include "assay/backend.h"

namespace assay {

const char* name_of(Backend backend) {
  switch (backend) {
    case Backend::automatic: return "auto";
    case Backend::cpu: return "cpu";
    case Backend::cuda: return "cuda";
    case Backend::hip: return "hip";
    case Backend::sycl: return "sycl";
    case Backend::host: return "host";
  }
  return "";
}

}  // namespace assay
