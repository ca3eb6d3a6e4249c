# tiramisu_set_warnings(<target>...): the warnings that our own code is held to.

function(tiramisu_set_warnings)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion)
    if(TIRAMISU_WARNINGS_AS_ERRORS)
      # g++ 12 finds these two in the standard library's own code at -O3, where nothing is wrong (GCC bugs 105562, 105329).
      target_compile_options(
        ${target} PRIVATE -Werror $<$<CXX_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized -Wno-error=restrict>)
    endif()
  endforeach()
endfunction()
