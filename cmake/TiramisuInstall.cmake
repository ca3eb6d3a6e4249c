# What `cmake --install` lays down: libraries, headers, CMake package and pkg-config files. The tree can be moved, and
# carries Halide's library, which no distribution has in this version, and isl's where it is not the system's.

include(CMakePackageConfigHelpers)

set(_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Tiramisu")

install(
  TARGETS tiramisu tiramisu_runtime
  EXPORT TiramisuTargets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
tiramisu_installs(tiramisu tiramisu_runtime)
install(FILES "${Halide_RUNTIME_INCLUDE_DIR}/HalideRuntime.h" "${Halide_RUNTIME_INCLUDE_DIR}/HalideBuffer.h"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(PROGRAMS "${Halide_LIBRARY}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(Isl_OWN_FOLDER)
  file(GLOB _isl_files "${Isl_OWN_FOLDER}/lib/libisl.so.[0-9]*")
  install(PROGRAMS ${_isl_files} DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  unset(_isl_files)
endif()

install(EXPORT TiramisuTargets NAMESPACE Tiramisu:: DESTINATION "${_package_dir}")
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/TiramisuConfig.cmake.in" "${PROJECT_BINARY_DIR}/TiramisuConfig.cmake"
  INSTALL_DESTINATION "${_package_dir}" NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/TiramisuConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/TiramisuConfig.cmake" "${PROJECT_BINARY_DIR}/TiramisuConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/TiramisuHelpers.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/TiramisuSameArguments.cmake"
        DESTINATION "${_package_dir}")

# pkg-config knows where its file lies, so the prefix is told from there and not fixed.
set(_pc_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH TIRAMISU_PC_TO_PREFIX "/${_pc_dir}" "/")
string(REGEX REPLACE "/$" "" TIRAMISU_PC_TO_PREFIX "${TIRAMISU_PC_TO_PREFIX}")
if(TIRAMISU_PARALLEL_BACKEND STREQUAL "openmp")
  set(TIRAMISU_PC_PARALLEL_LIBS "${OpenMP_CXX_FLAGS}")
endif()
foreach(_name IN ITEMS tiramisu tiramisu-runtime)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/${_name}.pc.in" "${PROJECT_BINARY_DIR}/${_name}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${_name}.pc" DESTINATION "${_pc_dir}")
endforeach()

# The licences: ours, and those of the libraries above, which come with them.
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL)
cmake_path(GET Halide_INCLUDE_DIR PARENT_PATH _halide_dir)
file(GLOB _halide_licences "${_halide_dir}/../halide-*.dist-info/licenses/LICENSE.txt")
if(_halide_licences)
  install(FILES ${_halide_licences} DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME LICENSE.Halide.txt)
endif()

if(Isl_OWN_FOLDER)
  install(FILES "${Isl_OWN_FOLDER}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME LICENSE.isl.txt OPTIONAL)
endif()

unset(_package_dir)
unset(_pc_dir)
unset(_name)
unset(_halide_dir)
unset(_halide_licences)
