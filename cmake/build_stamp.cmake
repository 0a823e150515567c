# Writes FILE, the definition of assay::device::build_stamp(): VERSION and a hash of all headers under
# the folders HEADERS. A file that would not change is left as it is.
set(hashes "")
foreach(folder IN LISTS HEADERS)
  file(GLOB_RECURSE headers RELATIVE "${folder}" "${folder}/*.h")
  list(SORT headers)
  foreach(header IN LISTS headers)
    file(SHA256 "${folder}/${header}" hash)
    string(APPEND hashes "${header} ${hash}\n")
  endforeach()
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING "${hash}" 0 16 hash)
file(CONFIGURE OUTPUT "${FILE}" CONTENT [[// Which sources this was built from.
#include "device/module.h"

const char* assay::device::build_stamp() { return "@VERSION@ @hash@"; }
]] @ONLY)
