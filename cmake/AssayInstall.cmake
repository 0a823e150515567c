# What `cmake --install` puts where, besides the command: the library, its headers, CMake and pkg-config
# files.
include(CMakePackageConfigHelpers)

set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/assay")

install(TARGETS assay_library EXPORT assayTargets FILE_SET HEADERS)
# Modules of backends lie in a folder of their own, where the program looks for them.
if(ASSAY_HAS_HIP)
  install(TARGETS assay_hip metric_kernels_hip LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/assay")
endif()
if(ASSAY_HAS_SYCL)
  install(TARGETS assay_sycl metric_kernels_sycl LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/assay")
endif()
install(EXPORT assayTargets NAMESPACE assay:: DESTINATION "${config_dir}")

string(REPLACE ";" " " ASSAY_HWY_MODULES "${ASSAY_HWY_MODULES}")
string(REPLACE ";" " " ASSAY_FFMPEG_MODULES "${ASSAY_FFMPEG_MODULES}")
configure_package_config_file(cmake/assayConfig.cmake.in assayConfig.cmake
  INSTALL_DESTINATION "${config_dir}")
write_basic_package_version_file(assayConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/assayConfig.cmake" "${PROJECT_BINARY_DIR}/assayConfigVersion.cmake"
  DESTINATION "${config_dir}")

# Paths in assay.pc start at the file itself, so that the tree may be moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(ASSAY_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
  set(ASSAY_PC_LIBDIR "${CMAKE_INSTALL_LIBDIR}")
else()
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(ASSAY_PC_PREFIX "\${pcfiledir}/${up}")
  set(ASSAY_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(ASSAY_PC_INCLUDEDIR "${CMAKE_INSTALL_INCLUDEDIR}")
else()
  set(ASSAY_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
# A static library needs what it is made with; a shared one brings it along.
set(ASSAY_PC_REQUIRES "Requires")
set(ASSAY_PC_LIBS "")
if(ASSAY_HAS_CUDA AND NOT BUILD_SHARED_LIBS)
  set(ASSAY_PC_LIBS " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt")
endif()
if(BUILD_SHARED_LIBS)
  set(ASSAY_PC_REQUIRES "Requires.private")
endif()
set(ASSAY_PC_MODULES "tbb fmt ${ASSAY_HWY_MODULES} ${ASSAY_FFMPEG_MODULES}")
configure_file(cmake/assay.pc.in assay.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/assay.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY doc/ DESTINATION "${CMAKE_INSTALL_DOCDIR}" FILES_MATCHING PATTERN "*.md")
