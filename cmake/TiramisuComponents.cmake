# tiramisu_add_component(<folder> [PCH header] [APART regex] [LINK_LIBRARIES ...])
#
# Makes the object library tiramisu_<folder> of src/<folder>/*.cpp. A component is a library of its own because each has
# its own precompiled header and may see only some of the third-party libraries. APART: see tiramisu_compile_together.
function(tiramisu_add_component folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PCH;APART" "LINK_LIBRARIES")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp")
  set(target tiramisu_${folder})
  add_library(${target} OBJECT ${sources})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${target} PRIVATE ${arg_LINK_LIBRARIES})
  tiramisu_set_warnings(${target})
  tiramisu_compile_together(${target} APART "${arg_APART}" ${sources})
  if(arg_PCH)
    target_precompile_headers(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src/${arg_PCH}")
  endif()
endfunction()

# tiramisu_add_messages(<folder> <file>.proto)
#
# Makes the object library tiramisu_<folder>_messages of what protobuf's compiler generates from src/<file>.proto; the component
# includes "<file>.pb.h". The code is protobuf's: it is not held to our warnings.
function(tiramisu_add_messages folder file)
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/messages")
  cmake_path(REMOVE_EXTENSION file OUTPUT_VARIABLE stem)
  set(outputs "${generated}/${stem}.pb.cc" "${generated}/${stem}.pb.h")
  file(MAKE_DIRECTORY "${generated}")
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND protobuf::protoc "--cpp_out=${generated}" "--proto_path=${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/src/${file}"
    DEPENDS "${PROJECT_SOURCE_DIR}/src/${file}"
    COMMENT "Generating ${stem}.pb.h"
    VERBATIM)
  set(target tiramisu_${folder}_messages)
  add_library(${target} OBJECT ${outputs})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} SYSTEM PUBLIC "${generated}")
  target_link_libraries(${target} PUBLIC protobuf::libprotobuf-lite)
  target_link_libraries(tiramisu_${folder} PRIVATE ${target})
endfunction()
