# Finds isl, the integer set library: target Isl::Isl, variables Isl_FOUND, Isl_VERSION, and Isl_OWN_FOLDER, where it lies
# if it is not the system's.
#
# Looks in ISL_ROOT (CMake or environment variable), then in <source>/.deps/isl-0.25, where `./dev setup` builds it with
# integers of the machine, then where the system has one.

set(_isl_roots ${ISL_ROOT} $ENV{ISL_ROOT} "${PROJECT_SOURCE_DIR}/.deps/isl-0.25")
find_path(Isl_OWN_FOLDER include/isl/ctx.h PATHS ${_isl_roots} NO_DEFAULT_PATH)
if(Isl_OWN_FOLDER)
  find_path(Isl_INCLUDE_DIR isl/ctx.h PATHS "${Isl_OWN_FOLDER}/include" NO_DEFAULT_PATH)
  find_library(Isl_LIBRARY isl PATHS "${Isl_OWN_FOLDER}/lib" NO_DEFAULT_PATH)
  set(_isl_pc_path "${Isl_OWN_FOLDER}/lib/pkgconfig:")
else()
  find_path(Isl_INCLUDE_DIR isl/ctx.h)
  find_library(Isl_LIBRARY isl)
endif()
mark_as_advanced(Isl_OWN_FOLDER Isl_INCLUDE_DIR Isl_LIBRARY)

# isl's headers state no version; its pkg-config file does.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  set(_isl_pc_before "$ENV{PKG_CONFIG_PATH}")
  set(ENV{PKG_CONFIG_PATH} "${_isl_pc_path}${_isl_pc_before}")
  pkg_check_modules(Isl_PC QUIET isl)
  set(ENV{PKG_CONFIG_PATH} "${_isl_pc_before}")
  set(Isl_VERSION ${Isl_PC_VERSION})
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Isl
  REQUIRED_VARS Isl_LIBRARY Isl_INCLUDE_DIR
  VERSION_VAR Isl_VERSION
  REASON_FAILURE_MESSAGE "install it with: ./dev setup (or: apt-get install libisl-dev pkg-config)")

if(Isl_FOUND AND NOT TARGET Isl::Isl)
  add_library(Isl::Isl UNKNOWN IMPORTED)
  set_target_properties(Isl::Isl PROPERTIES IMPORTED_LOCATION "${Isl_LIBRARY}"
                                            INTERFACE_INCLUDE_DIRECTORIES "${Isl_INCLUDE_DIR}")
endif()
unset(_isl_roots)
unset(_isl_pc_path)
unset(_isl_pc_before)
