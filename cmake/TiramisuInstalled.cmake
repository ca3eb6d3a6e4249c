# tiramisu_installs(<target>...): notes that these targets, once built, leave what `cmake --install` lays down. The target
# tiramisu_installed builds all of them and no more; whoever writes an install() for something that is built notes it here.
function(tiramisu_installs)
  if(NOT TARGET tiramisu_installed)
    add_custom_target(tiramisu_installed)
  endif()
  add_dependencies(tiramisu_installed ${ARGN})
endfunction()
