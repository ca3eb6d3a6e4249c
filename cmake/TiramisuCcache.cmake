# Compiles through ccache where it is installed.

find_program(TIRAMISU_CCACHE ccache DOC "Compiler cache; empty to do without")
mark_as_advanced(TIRAMISU_CCACHE)
if(TIRAMISU_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without the sloppiness ccache refuses every file that uses a precompiled header. With it, it would take two headers
  # that differ in macros or comments only for one, as their preprocessed texts are equal, and bring back the precompiled
  # header of the other. So results are looked up by the contents of the headers alone (depend mode), in a namespace that
  # holds nothing which was found otherwise.
  set(_launcher
      ${CMAKE_COMMAND}
      -E
      env
      CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_DEPEND=1
      CCACHE_NAMESPACE=tiramisu-by-contents
      ${TIRAMISU_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${_launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${_launcher})
  unset(_launcher)
endif()
