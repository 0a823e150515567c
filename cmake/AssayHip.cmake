# Finds HIP's compiler where one is wanted. ASSAY_HAS_HIP says whether device code is built.

set(ASSAY_HIP AUTO CACHE STRING "Build the HIP backend: ON, OFF, or AUTO where hipcc is found")
set_property(CACHE ASSAY_HIP PROPERTY STRINGS AUTO ON OFF)
set(ASSAY_HIP_ARCHITECTURES gfx90a gfx1030 gfx1036 gfx1100 CACHE STRING
  "AMD architectures; those that the compiler has no device library for are left out")
set(ASSAY_HAS_HIP 0)

# Divisions and roots round rightly, small numbers stay, nothing is fused.
set(ASSAY_HIP_FLAGS -x hip -std=c++20 -O3 -fPIC -fvisibility=hidden
  -ffp-contract=off -fno-fast-math -fhip-fp32-correctly-rounded-divide-sqrt -fno-gpu-flush-denormals-to-zero)

# The architectures of a list that can be compiled for.
function(assay_find_hip_architectures result)
  set(source "${PROJECT_BINARY_DIR}/CMakeFiles/hip_probe.cpp")
  file(WRITE "${source}" "#include <hip/hip_runtime.h>\n__global__ void probe(float* x) { *x = sqrtf(*x); }\n")
  set(found)
  foreach(architecture IN LISTS ARGN)
    execute_process(
      COMMAND "${ASSAY_HIPCC}" ${ASSAY_HIP_FLAGS} --offload-arch=${architecture} -c "${source}"
        -o "${PROJECT_BINARY_DIR}/CMakeFiles/hip_probe.o"
      RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(NOT failed)
      list(APPEND found ${architecture})
    endif()
  endforeach()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

if(ASSAY_HIP STREQUAL "ON" OR
   (ASSAY_HIP STREQUAL "AUTO" AND NOT ASSAY_SANITIZE AND NOT ASSAY_SCALAR))
  find_program(ASSAY_HIPCC hipcc HINTS ENV ROCM_PATH /opt/rocm PATH_SUFFIXES bin)
  find_library(ASSAY_HIP_LIBRARY amdhip64 HINTS ENV ROCM_PATH /opt/rocm PATH_SUFFIXES lib)
  find_path(ASSAY_HIP_INCLUDE_DIR hip/hip_runtime_api.h HINTS ENV ROCM_PATH /opt/rocm PATH_SUFFIXES include)
  mark_as_advanced(ASSAY_HIPCC ASSAY_HIP_LIBRARY ASSAY_HIP_INCLUDE_DIR)
  if(ASSAY_HIPCC AND ASSAY_HIP_LIBRARY AND ASSAY_HIP_INCLUDE_DIR)
    if(NOT ASSAY_HIP_TARGETS OR NOT "${ASSAY_HIP_TARGETS_BY}" STREQUAL "${ASSAY_HIPCC}" OR NOT "${ASSAY_HIP_TARGETS_OF}" STREQUAL "${ASSAY_HIP_ARCHITECTURES}")
      assay_find_hip_architectures(targets ${ASSAY_HIP_ARCHITECTURES})
      set(ASSAY_HIP_TARGETS "${targets}" CACHE INTERNAL "AMD architectures of this build")
      set(ASSAY_HIP_TARGETS_OF "${ASSAY_HIP_ARCHITECTURES}" CACHE INTERNAL "What they were chosen from")
      set(ASSAY_HIP_TARGETS_BY "${ASSAY_HIPCC}" CACHE INTERNAL "The compiler that takes them")
    endif()
    if(ASSAY_HIP_TARGETS)
      set(ASSAY_HAS_HIP 1)
    endif()
  endif()
  if(ASSAY_HIP STREQUAL "ON" AND NOT ASSAY_HAS_HIP)
    message(FATAL_ERROR "ASSAY_HIP is ON, but no hipcc, HIP runtime and device library were found")
  endif()
endif()
message(STATUS "HIP backend: ${ASSAY_HAS_HIP} ${ASSAY_HIP_TARGETS}")

if(ASSAY_HAS_HIP)
  list(APPEND ASSAY_MODULE_KINDS hip)
  set(assay_hip_backend hip)
  set(assay_hip_folder "${PROJECT_BINARY_DIR}")  # beside the program

  add_library(assay_hip_runtime INTERFACE)
  target_compile_definitions(assay_hip_runtime INTERFACE __HIP_PLATFORM_AMD__)
  target_include_directories(assay_hip_runtime SYSTEM INTERFACE "${ASSAY_HIP_INCLUDE_DIR}")
  target_link_libraries(assay_hip_runtime INTERFACE "${ASSAY_HIP_LIBRARY}")
endif()

# Adds sources with kernels to a module. What compiles each is a line of hip_commands.txt, which
# scripts/check_fused_hip.py reads.
set(ASSAY_HIP_COMMANDS "${PROJECT_BINARY_DIR}/kernels/hip_commands.txt")
file(WRITE "${ASSAY_HIP_COMMANDS}" "")
function(assay_hip_kernels target)
  list(TRANSFORM ASSAY_HIP_TARGETS PREPEND "--offload-arch=" OUTPUT_VARIABLE targets)
  set(flags ${ASSAY_HIP_FLAGS} ${targets} "-I${PROJECT_SOURCE_DIR}/src" "-I${PROJECT_SOURCE_DIR}/include"
    "-I${PROJECT_SOURCE_DIR}/tests" -Wall)
  if(ASSAY_WERROR)
    list(APPEND flags -Werror)
  endif()
  set(folder "${PROJECT_BINARY_DIR}/kernels/${target}")
  file(MAKE_DIRECTORY "${folder}")
  foreach(source IN LISTS ARGN)
    get_filename_component(name "${source}" NAME_WE)
    set(object "${folder}/${name}.o")
    set(command "${ASSAY_HIPCC}" ${flags} -MD -MF "${object}.d" -MT "${object}" -c "${source}" -o "${object}")
    list(JOIN command "' '" line)
    file(APPEND "${ASSAY_HIP_COMMANDS}" "'${line}'\n")
    add_custom_command(OUTPUT "${object}" COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${command}
      DEPENDS "${source}" DEPFILE "${object}.d" COMMENT "Building HIP object ${target}/${name}.o" VERBATIM)
    target_sources(${target} PRIVATE "${object}")
    set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  endforeach()
  target_link_libraries(${target} PRIVATE assay_hip_runtime)
endfunction()
