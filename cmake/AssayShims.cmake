# Shims that run HIP and SYCL code on the CPU, for tests (tests/shims).

option(ASSAY_SHIMS "Run the HIP and SYCL executors on the CPU in tests" ON)
set(ASSAY_HAS_SHIMS 0)
# Sanitizers do not follow a change of stacks; they look at the host executor's kernels.
if(ASSAY_SHIMS AND ASSAY_BUILD_TESTS AND NOT ASSAY_SANITIZE AND NOT ASSAY_SCALAR)
  set(ASSAY_HAS_SHIMS 1)
endif()

if(ASSAY_HAS_SHIMS)
  list(APPEND ASSAY_MODULE_KINDS hip_cpu)
  set(assay_hip_cpu_backend hip)
  set(assay_hip_cpu_folder "${PROJECT_BINARY_DIR}/modules/hip_cpu")
  list(APPEND ASSAY_MODULE_KINDS sycl_cpu)
  set(assay_sycl_cpu_backend sycl)
  set(assay_sycl_cpu_folder "${PROJECT_BINARY_DIR}/modules/sycl_cpu")
endif()

# The HIP executor on an NVIDIA GPU, to be run by hand where there is one.
option(ASSAY_HIP_ON_CUDA "Build the HIP executor and kernels for NVIDIA GPUs too, for tests" OFF)
if(ASSAY_HIP_ON_CUDA AND ASSAY_HAS_CUDA AND ASSAY_BUILD_TESTS)
  list(APPEND ASSAY_MODULE_KINDS hip_cuda)
  set(assay_hip_cuda_backend hip)
  set(assay_hip_cuda_folder "${PROJECT_BINARY_DIR}/modules/hip_cuda")
endif()

# CUDA's runtime is shared, since an executor and its kernels are two modules.
function(assay_hip_cuda_kernels target)
  foreach(source IN LISTS ARGN)
    string(REGEX REPLACE "\\.cpp$" ".cu" copy "${source}")
    configure_file("${source}" "${copy}" COPYONLY)
    target_sources(${target} PRIVATE "${copy}")
  endforeach()
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/tests/shims/hip_cuda")
  target_link_libraries(${target} PRIVATE CUDA::cudart)
  set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY Shared CUDA_VISIBILITY_PRESET hidden)
endfunction()

function(assay_hip_cpu_kernels target)
  target_sources(${target} PRIVATE ${ARGN})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${target} PRIVATE assay_shim_hip_cpu)
endfunction()

function(assay_sycl_cpu_kernels target)
  target_sources(${target} PRIVATE ${ARGN})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests"
    "${PROJECT_SOURCE_DIR}/tests/shims/sycl_cpu")
  target_link_libraries(${target} PRIVATE assay_shim_fibers)
endfunction()

# assay_shim_runs(KIND): every program with checks of each device once more, for the devices of a kind of
# modules. One that finds no case fails.
function(assay_shim_runs kind)
  set(backend "${assay_${kind}_backend}")
  string(TOUPPER "ASSAY_${backend}_MODULE" variable)
  get_property(programs GLOBAL PROPERTY ASSAY_DEVICE_CHECKS)
  foreach(program IN LISTS programs)
    add_test(NAME ${kind}.${program}
      COMMAND ${program} "--gtest_filter=*/${backend}?:Devices.*" --gtest_brief=1)
    set_tests_properties(${kind}.${program} PROPERTIES LABELS shim TIMEOUT 600
      FAIL_REGULAR_EXPRESSION " 0 tests from"
      ENVIRONMENT "${variable}=$<TARGET_FILE:assay_${kind}>;ASSAY_EXPECT_BACKEND=${backend}")
  endforeach()
endfunction()
