# What the project around src/runtime says where the run-time library is part of it.

cmake_path(GET CMAKE_CURRENT_SOURCE_DIR PARENT_PATH _sources)
cmake_path(GET _sources PARENT_PATH _top)
file(STRINGS "${_top}/CMakeLists.txt" _version REGEX "^ +VERSION [0-9.]+" LIMIT_COUNT 1)
string(REGEX MATCH "[0-9.]+" PROJECT_VERSION "${_version}")
set(PROJECT_SOURCE_DIR "${_top}")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
list(APPEND CMAKE_MODULE_PATH "${_top}/cmake")
include(GNUInstallDirs)
include(TiramisuWarnings)
include(TiramisuSanitizers)
find_package(Threads REQUIRED)
if(TIRAMISU_PARALLEL_BACKEND STREQUAL "openmp")
  find_package(OpenMP REQUIRED COMPONENTS C CXX)
endif()

find_path(HALIDE_RUNTIME_INCLUDE_DIR HalideRuntime.h
          PATHS "${_top}/.deps/halide-21.0.0/halide/include" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
# A folder of its own: beside the header there lies Halide.h.
set(Halide_RUNTIME_INCLUDE_DIR "${PROJECT_BINARY_DIR}/halide-headers")
file(MAKE_DIRECTORY "${Halide_RUNTIME_INCLUDE_DIR}")
file(COPY_FILE "${HALIDE_RUNTIME_INCLUDE_DIR}/HalideRuntime.h" "${Halide_RUNTIME_INCLUDE_DIR}/HalideRuntime.h" ONLY_IF_DIFFERENT)
add_library(Halide::Headers INTERFACE IMPORTED)
set_target_properties(Halide::Headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Halide_RUNTIME_INCLUDE_DIR}")

install(FILES "${Halide_RUNTIME_INCLUDE_DIR}/HalideRuntime.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${_top}/include/tiramisu/runtime.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tiramisu")
