// Every backend with its devices, for --list-devices.
#pragma once

#include <string>

namespace assay::cli {

std::string device_list_text();
std::string device_list_json();

}  // namespace assay::cli
