# tiramisu_set_warnings(<target>...): the warnings that our own code is held to.

function(tiramisu_set_warnings)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion)
    if(TIRAMISU_WARNINGS_AS_ERRORS)
      target_compile_options(${target} PRIVATE -Werror)
    endif()
  endforeach()
endfunction()
