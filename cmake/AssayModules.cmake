# Executors and kernels that live in libraries of their own (src/device/module.h).
#
# ASSAY_MODULE_KINDS lists the ways in which this build makes them: a backend may be built with its
# vendor's compiler and, for tests, with a shim. For each kind there are
#   assay_<kind>_backend           the backend
#   assay_<kind>_folder            where its modules go
#   assay_<kind>_kernels(TARGET SOURCE...)  a function that adds sources with kernels to a module

# Where the program finds installed modules, from its own folder.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(ASSAY_MODULE_FOLDER "${CMAKE_INSTALL_LIBDIR}/assay")
else()
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_BINDIR}" "/")
  set(ASSAY_MODULE_FOLDER "${up}${CMAKE_INSTALL_LIBDIR}/assay")
endif()

# Defines build_stamp() for a target: a hash of what programs and modules share.
function(assay_add_build_stamp target)
  set(file "${PROJECT_BINARY_DIR}/generated/build_stamp.cpp")
  set(folders "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  set(patterns ${folders})
  list(TRANSFORM patterns APPEND "/*.h")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${patterns})
  set(script "${PROJECT_SOURCE_DIR}/cmake/build_stamp.cmake")
  add_custom_command(OUTPUT "${file}"
    COMMAND ${CMAKE_COMMAND} "-DFILE=${file}" "-DVERSION=${PROJECT_VERSION}" "-DHEADERS=${folders}" -P "${script}"
    DEPENDS "${script}" ${headers} COMMENT "Stamping the build" VERBATIM)
  target_sources(${target} PRIVATE "${file}")
endfunction()

function(assay_add_module target kind name)
  set(backend "${assay_${kind}_backend}")
  set(identity "${PROJECT_BINARY_DIR}/generated/module_${backend}.cpp")
  configure_file("${ASSAY_KERNEL_TEMPLATES}/module_identity.cpp.in" "${identity}" @ONLY)
  add_library(${target} MODULE "${identity}" ${ARGN})
  assay_target_flags(${target})
  set_target_properties(${target} PROPERTIES
    PREFIX "" OUTPUT_NAME "${name}-${assay_${kind}_backend}" SUFFIX ".so"
    LIBRARY_OUTPUT_DIRECTORY "${assay_${kind}_folder}"
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${target} PRIVATE assay_device)
  target_link_options(${target} PRIVATE LINKER:--exclude-libs,ALL LINKER:--no-undefined)
endfunction()

# assay_executor_module(KIND SOURCE...): the target assay_KIND.
function(assay_executor_module kind)
  assay_add_module(assay_${kind} ${kind} assay ${ARGN})
endfunction()

# assay_kernel_module(KIND TARGET FUNCTION): the target FUNCTION_KIND, with all lists of kernels that
# were added to TARGET.
function(assay_kernel_module kind target function)
  get_target_property(names ${target} ASSAY_KERNEL_LISTS)
  set(backend "${assay_${kind}_backend}")
  set(folder "${PROJECT_BINARY_DIR}/kernels/${target}")
  set(declarations)
  set(tables)
  set(sources)
  foreach(name IN LISTS names)
    string(APPEND declarations "KernelTable ${name}_${backend}_kernels();\n")
    list(APPEND tables "${name}_${backend}_kernels()")
    list(APPEND sources "${folder}/${name}_${backend}.cpp")
  endforeach()
  list(JOIN tables ", " tables)
  configure_file("${ASSAY_KERNEL_TEMPLATES}/kernel_module.cpp.in" "${folder}/module_${backend}.cpp" @ONLY)
  assay_add_module(${function}_${kind} ${kind} ${function} "${folder}/module_${backend}.cpp")
  cmake_language(CALL assay_${kind}_kernels ${function}_${kind} ${sources})
endfunction()
