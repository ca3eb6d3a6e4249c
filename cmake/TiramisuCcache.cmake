# Compiles through ccache where it is installed.

find_program(TIRAMISU_CCACHE ccache DOC "Compiler cache; empty to do without")
mark_as_advanced(TIRAMISU_CCACHE)
if(TIRAMISU_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without this sloppiness ccache refuses every file that uses a precompiled header.
  set(_launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${TIRAMISU_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${_launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${_launcher})
  unset(_launcher)
endif()
