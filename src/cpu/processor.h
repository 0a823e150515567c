// The processor of this machine.
#pragma once

#include <string>

namespace assay {

// Its name, or empty where the system does not tell.
std::string processor_name();

// The best instruction set that kernels run as here, such as "AVX2".
std::string instruction_set_name();

}  // namespace assay
