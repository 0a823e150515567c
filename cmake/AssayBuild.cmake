# One place for the flags that keep the numbers: no contraction, no fast math, on every target.

if("${CMAKE_CXX_FLAGS} ${CMAKE_EXE_LINKER_FLAGS}" MATCHES "-Ofast|-ffast-math|-funsafe-math")
  message(FATAL_ERROR "Fast math changes scores (at link time it even flushes denormals): "
    "remove it from CXXFLAGS and LDFLAGS")
endif()

function(assay_number_flags target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off> $<$<COMPILE_LANGUAGE:CXX>:-fno-fast-math>
    $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false> $<$<COMPILE_LANGUAGE:CUDA>:--ftz=false>
    $<$<COMPILE_LANGUAGE:CUDA>:--prec-div=true> $<$<COMPILE_LANGUAGE:CUDA>:--prec-sqrt=true>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-ffp-contract=off>
    $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>)
endfunction()

if(ASSAY_SANITIZE)
  set(ASSAY_SANITIZE_FLAGS -fsanitize=${ASSAY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # Checks that make vector code take minutes to compile; crashes and bounds are seen all the same.
  if(ASSAY_SANITIZE MATCHES "address")
    list(APPEND ASSAY_SANITIZE_FLAGS -fno-sanitize-address-use-after-scope)
  endif()
  if(ASSAY_SANITIZE MATCHES "undefined")
    list(APPEND ASSAY_SANITIZE_FLAGS -fno-sanitize=null,object-size)
  endif()
endif()

function(assay_target_flags target)
  assay_number_flags(${target})
  set(warnings -Wall -Wextra -Wshadow -Wno-unused-parameter -Wno-missing-field-initializers)
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:${warnings}>" $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall>)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_include_directories(${target} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  if(ASSAY_WERROR)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-Werror> "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Werror all-warnings>")
  endif()
  if(ASSAY_SCALAR)
    target_compile_definitions(${target} PRIVATE HWY_COMPILE_ONLY_SCALAR)
  endif()
  if(ASSAY_SANITIZE)
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:${ASSAY_SANITIZE_FLAGS}>")
    target_link_options(${target} PUBLIC -fsanitize=${ASSAY_SANITIZE})
  endif()
endfunction()

# assay_layer(NAME SOURCES ... DEPENDS layers... LINK libraries...): one static library a layer.
function(assay_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  add_library(assay_${name} STATIC ${LAYER_SOURCES})
  assay_target_flags(assay_${name})
  foreach(dep IN LISTS LAYER_DEPENDS)
    target_link_libraries(assay_${name} PUBLIC assay_${dep})
  endforeach()
  if(LAYER_LINK)
    target_link_libraries(assay_${name} PUBLIC ${LAYER_LINK})
  endif()
endfunction()

# Adds a folder that has a CMakeLists.txt.
function(assay_add_folder folder)
  if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt")
    add_subdirectory(${folder})
  endif()
endfunction()
