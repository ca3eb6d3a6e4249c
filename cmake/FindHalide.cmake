# Finds Halide in its unpacked PyPI wheel. Halide's own CMake package asks for a CMake newer than Debian 12 has.
#
# Looks in HALIDE_ROOT (CMake or environment variable), then in <source>/.deps/halide-21.0.0, where `./dev setup`
# puts the wheel; either may be the wheel's top folder or the folder `halide` in it.
#
# Targets:   Halide::Halide    the compiler: Halide.h and libHalide.so
#            Halide::Headers   HalideRuntime.h and HalideBuffer.h alone, for code that calls or serves generated code
# Variables: Halide_FOUND, Halide_VERSION, Halide_LIBRARY, Halide_INCLUDE_DIR, Halide_RUNTIME_INCLUDE_DIR

set(_halide_roots ${HALIDE_ROOT} $ENV{HALIDE_ROOT} "${PROJECT_SOURCE_DIR}/.deps/halide-21.0.0")
find_path(Halide_INCLUDE_DIR Halide.h
          PATHS ${_halide_roots} PATH_SUFFIXES include halide/include NO_DEFAULT_PATH)
find_library(Halide_LIBRARY Halide
             PATHS ${_halide_roots} PATH_SUFFIXES lib64 lib halide/lib64 NO_DEFAULT_PATH)
mark_as_advanced(Halide_INCLUDE_DIR Halide_LIBRARY)

if(Halide_INCLUDE_DIR)
  set(Halide_VERSION "")
  foreach(part IN ITEMS MAJOR MINOR PATCH)
    file(STRINGS "${Halide_INCLUDE_DIR}/HalideRuntime.h" _line
         REGEX "^#define HALIDE_VERSION_${part} [0-9]+" LIMIT_COUNT 1)
    string(REGEX MATCH "[0-9]+$" _number "${_line}")
    string(APPEND Halide_VERSION "${_number}.")
  endforeach()
  string(REGEX REPLACE "\\.+$" "" Halide_VERSION "${Halide_VERSION}")
endif()

# The compiler's inner API (Halide::Internal), which code generation is built on, is that of one major version.
if(Halide_VERSION AND NOT Halide_VERSION VERSION_LESS 22)
  set(_halide_why "found Halide ${Halide_VERSION} in ${Halide_INCLUDE_DIR}, but Tiramisu needs Halide 21")
  unset(Halide_LIBRARY CACHE)
else()
  set(_halide_why "put it in place with: ./dev setup (or give -DHALIDE_ROOT=<unpacked halide 21 wheel>)")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Halide
  REQUIRED_VARS Halide_LIBRARY Halide_INCLUDE_DIR
  VERSION_VAR Halide_VERSION
  REASON_FAILURE_MESSAGE "${_halide_why}")

if(Halide_FOUND)
  # A folder of their own, so that whoever may see the run-time headers cannot reach Halide.h by accident.
  set(Halide_RUNTIME_INCLUDE_DIR "${PROJECT_BINARY_DIR}/halide-headers")
  file(MAKE_DIRECTORY "${Halide_RUNTIME_INCLUDE_DIR}")
  foreach(header IN ITEMS HalideRuntime.h HalideBuffer.h)
    file(COPY_FILE "${Halide_INCLUDE_DIR}/${header}" "${Halide_RUNTIME_INCLUDE_DIR}/${header}" ONLY_IF_DIFFERENT)
  endforeach()
endif()

if(Halide_FOUND AND NOT TARGET Halide::Halide)
  add_library(Halide::Headers INTERFACE IMPORTED)
  set_target_properties(Halide::Headers PROPERTIES
                        INTERFACE_INCLUDE_DIRECTORIES "${Halide_RUNTIME_INCLUDE_DIR}")
  add_library(Halide::Halide SHARED IMPORTED)
  set_target_properties(Halide::Halide PROPERTIES
                        IMPORTED_LOCATION "${Halide_LIBRARY}"
                        IMPORTED_SONAME libHalide.so
                        INTERFACE_INCLUDE_DIRECTORIES "${Halide_INCLUDE_DIR}")
endif()
unset(_halide_roots)
unset(_halide_why)
