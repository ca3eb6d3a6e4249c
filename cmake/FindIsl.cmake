# Finds isl, the integer set library: target Isl::Isl, variables Isl_FOUND and Isl_VERSION.

find_path(Isl_INCLUDE_DIR isl/ctx.h)
find_library(Isl_LIBRARY isl)
mark_as_advanced(Isl_INCLUDE_DIR Isl_LIBRARY)

# isl's headers state no version; its pkg-config file does.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(Isl_PC QUIET isl)
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
