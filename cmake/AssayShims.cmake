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
endif()

function(assay_hip_cpu_kernels target)
  target_sources(${target} PRIVATE ${ARGN})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${target} PRIVATE assay_shim_hip_cpu)
endfunction()

# assay_shim_runs(KIND): every check program once more, for the devices of a kind of modules.
function(assay_shim_runs kind)
  set(backend "${assay_${kind}_backend}")
  string(TOUPPER "ASSAY_${backend}_MODULE" variable)
  get_property(programs GLOBAL PROPERTY ASSAY_CHECK_PROGRAMS)
  foreach(program IN LISTS programs)
    add_test(NAME ${kind}.${program}
      COMMAND ${program} "--gtest_filter=*/${backend}?:Devices.*" --gtest_brief=1)
    set_tests_properties(${kind}.${program} PROPERTIES LABELS shim TIMEOUT 600
      ENVIRONMENT "${variable}=$<TARGET_FILE:assay_${kind}>;ASSAY_EXPECT_BACKEND=${backend}")
  endforeach()
endfunction()
