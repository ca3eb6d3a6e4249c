# tiramisu_add_storey(<folder> [PCH header] [LINK_LIBRARIES ...])
#
# Makes the object library tiramisu_<folder> of src/<folder>/*.cpp. A storey is a library of its own because each has
# its own precompiled header and may see only some of the third-party libraries.
function(tiramisu_add_storey folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PCH" "LINK_LIBRARIES")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp")
  set(target tiramisu_${folder})
  add_library(${target} OBJECT ${sources})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${target} PRIVATE ${arg_LINK_LIBRARIES})
  tiramisu_set_warnings(${target})
  if(arg_PCH)
    target_precompile_headers(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src/${arg_PCH}")
  endif()
endfunction()
