# Finds a SYCL compiler where one is wanted. ASSAY_HAS_SYCL says whether device code is built.

set(ASSAY_SYCL AUTO CACHE STRING "Build the SYCL backend: ON, OFF, or AUTO where a compiler is found")
set_property(CACHE ASSAY_SYCL PROPERTY STRINGS AUTO ON OFF)
set(ASSAY_SYCL_FLAGS "" CACHE STRING
  "Further flags of the SYCL compiler, such as --acpp-targets=omp or -fsycl-targets=nvptx64-nvidia-cuda")
set(ASSAY_HAS_SYCL 0)

# Sets result to the flags that make a compiler SYCL's: AdaptiveCpp's needs none, DPC++'s kernels are
# kept apart so that one that a device cannot take leaves the others alone.
function(assay_sycl_flags result)
  if(ASSAY_SYCL_COMPILER MATCHES "(acpp|syclcc)[^/]*$")
    set(flags)
  else()
    set(flags -fsycl -ffp-model=precise -fsycl-device-code-split=per_kernel -fno-sycl-id-queries-fit-in-int)
  endif()
  separate_arguments(further UNIX_COMMAND "${ASSAY_SYCL_FLAGS}")
  set(${result} ${flags} ${further} PARENT_SCOPE)
endfunction()

# Appends to a list of flags those of the others that the compiler takes.
function(assay_try_sycl_flags list)
  set(flags ${${list}})
  set(source "${PROJECT_BINARY_DIR}/CMakeFiles/sycl_probe.cpp")
  file(WRITE "${source}" "#include <sycl/sycl.hpp>\nvoid probe(sycl::queue& q) { q.single_task([] {}); }\n")
  foreach(flag IN LISTS ARGN)
    execute_process(
      COMMAND "${ASSAY_SYCL_COMPILER}" ${flags} ${flag} -std=c++20 -Werror=unused-command-line-argument
        -c "${source}" -o "${PROJECT_BINARY_DIR}/CMakeFiles/sycl_probe.o"
      RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(NOT failed)
      list(APPEND flags ${flag})
    endif()
  endforeach()
  set(${list} ${flags} PARENT_SCOPE)
endfunction()

if(ASSAY_SYCL STREQUAL "ON" OR
   (ASSAY_SYCL STREQUAL "AUTO" AND NOT ASSAY_SANITIZE AND NOT ASSAY_SCALAR))
  find_program(ASSAY_SYCL_COMPILER NAMES acpp icpx HINTS ENV ACPP_ROOT PATH_SUFFIXES bin
    DOC "SYCL compiler: AdaptiveCpp's acpp, or DPC++'s icpx or clang++")
  if(ASSAY_SYCL_COMPILER)
    assay_sycl_flags(flags)
    # -O2 is there to see whether the compiler takes anything at all.
    set(taken ${flags})
    assay_try_sycl_flags(taken -O2 -foffload-fp32-prec-div -foffload-fp32-prec-sqrt)
    if("-O2" IN_LIST taken)
      set(ASSAY_HAS_SYCL 1)
    endif()
  endif()
  if(ASSAY_SYCL STREQUAL "ON" AND NOT ASSAY_HAS_SYCL)
    message(FATAL_ERROR "ASSAY_SYCL is ON, but no SYCL compiler was found: set ASSAY_SYCL_COMPILER")
  endif()
endif()
message(STATUS "SYCL backend: ${ASSAY_HAS_SYCL}")

if(ASSAY_HAS_SYCL)
  list(REMOVE_ITEM taken -O2)
  list(JOIN taken " " ASSAY_SYCL_ALL_FLAGS)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/sycl_compiler.sh.in" "${PROJECT_BINARY_DIR}/sycl_compiler.sh"
    @ONLY FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  list(APPEND ASSAY_MODULE_KINDS sycl)
  set(assay_sycl_backend sycl)
  set(assay_sycl_folder "${PROJECT_BINARY_DIR}")  # beside the program
endif()

# The SYCL compiler takes the C++ compiler's place.
function(assay_sycl_kernels target)
  target_sources(${target} PRIVATE ${ARGN})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_compile_options(${target} PRIVATE -Wno-error)  # its headers draw warnings
  set_target_properties(${target} PROPERTIES
    CXX_COMPILER_LAUNCHER "${PROJECT_BINARY_DIR}/sycl_compiler.sh"
    CXX_LINKER_LAUNCHER "${PROJECT_BINARY_DIR}/sycl_compiler.sh")
endfunction()
