# For projects that generate code with Tiramisu; part of the installed package.
#
#   tiramisu_add_generator(<target> [SOURCES] <file>... [LINK_LIBRARIES <library>...])
#
# Makes a generator: a program that, when run, writes object files and headers.
#
#   tiramisu_add_library(<target> FROM <generator>
#                        [FUNCTION_NAME <name>]          exported C name, default: <target>
#                        [PARAMS <key=value>...]         command line of the generator
#                        [TARGETS <target>]              e.g. host, x86-64-linux-avx2; default: host
#                        [FEATURES <feature>...]         appended to the target, e.g. avx2
#                        [CHECKS exact|memory|none]      of arguments, where the generator says nothing; default: exact
#                        [AUTOSCHEDULER ansor]           schedules are searched for: see docs/how_to/tune.md
#                        [TUNING_LOG <log.jsonl>]        the best ones of this log; without it a model decides
#                        [HEADER <variable>]             out: path of the C header
#                        [STMT <variable>]               out: also write the lowered statements
#                        [ASSEMBLY <variable>]           out: also write assembly
#                        [LLVM_ASSEMBLY <variable>]      out: also write LLVM's text form
#                        [BITCODE <variable>]            out: also write LLVM bitcode
#                        [DEPENDS <file-or-target>...])  what the generator reads when it runs
#
# Makes a static library of the object that the generator writes. Linking it brings the header <name>.h and the
# run-time library. The names are those of Halide's add_halide_library. The generator runs again when it, a library it
# is linked with, one of its PARAMS, or something in DEPENDS changes.
#
# A generator whose target has the property TIRAMISU_FURTHER_FUNCTIONS writes <name>_<suffix>.o and .h as well, for each
# suffix in that list; they are part of the library. The layers that come with Tiramisu, such as tiramisu::conv2d, have
# the suffix pack_weights.
#
#   tiramisu_add_onnx_library(<target> MODEL <file.onnx>
#                             [INPUT_SHAPES <input>=<size>,<size>,...]...   where the network leaves sizes open
#                             [DENSITY auto|dense|sparse]                   whether layers skip weights that are zero
#                             [FUNCTION_NAME, TARGETS, FEATURES, CHECKS, HEADER, ASSEMBLY, ..., DEPENDS])
#
# The same of a network, which is compiled with its weights inside. The rest is as for tiramisu_add_library(); DEPENDS
# names the files beside the model in which weights lie, if there are any. It needs the tool `tiramisu`.
#
# The generator is run in the output folder with its PARAMS as arguments, and is told the rest by environment:
# TIRAMISU_OUTPUT_DIR, TIRAMISU_FUNCTION_NAME, TIRAMISU_TARGET, TIRAMISU_CHECKS, TIRAMISU_EMIT (a list of stmt,
# assembly, llvm_assembly, bitcode, separated by commas), TIRAMISU_AUTOSCHEDULER and TIRAMISU_TUNING_LOG.

include_guard()

function(tiramisu_add_generator target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK_LIBRARIES")
  set(sources ${arg_SOURCES} ${arg_UNPARSED_ARGUMENTS})
  if(NOT sources)
    message(FATAL_ERROR "tiramisu_add_generator(${target}): no sources given")
  endif()
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE Tiramisu::Tiramisu ${arg_LINK_LIBRARIES})
endfunction()

# Where a generator is asked for that would come with Tiramisu: text that lists those that do.
function(_tiramisu_layer_generators variable asked)
  set(${variable} "" PARENT_SCOPE)
  if(NOT asked MATCHES "^tiramisu::")
    return()
  endif()
  set(folder "${CMAKE_CURRENT_SOURCE_DIR}")
  while(folder) # the package may have been found in a folder around this one
    get_property(targets DIRECTORY "${folder}" PROPERTY IMPORTED_TARGETS)
    list(FILTER targets INCLUDE REGEX "^tiramisu::")
    list(APPEND there ${targets})
    get_property(folder DIRECTORY "${folder}" PROPERTY PARENT_DIRECTORY)
  endwhile()
  list(SORT there)
  list(JOIN there ", " there)
  set(${variable} ", or take one that comes with Tiramisu: ${there}" PARENT_SCOPE)
endfunction()

# The arguments that are wrong in any call, told before a target is made.
function(_tiramisu_check_library_arguments target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FROM;FUNCTION_NAME;CHECKS;AUTOSCHEDULER;TUNING_LOG"
                        "TARGETS;UNKNOWN;WITHOUT_VALUE")
  set(call "tiramisu_add_library(${target})")
  if(arg_UNKNOWN)
    list(JOIN arg_UNKNOWN " " arg_UNKNOWN)
    message(FATAL_ERROR "${call}: unknown arguments: ${arg_UNKNOWN}")
  endif()
  if(arg_WITHOUT_VALUE)
    message(FATAL_ERROR "${call}: no value given for ${arg_WITHOUT_VALUE}")
  endif()
  if(NOT arg_FROM)
    message(FATAL_ERROR "${call}: FROM <generator> is missing")
  endif()
  if(NOT TARGET ${arg_FROM})
    _tiramisu_layer_generators(layers ${arg_FROM})
    message(FATAL_ERROR "${call}: FROM ${arg_FROM}: there is no such target; make it with tiramisu_add_generator${layers}")
  endif()
  if(NOT arg_FUNCTION_NAME MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "${call}: \"${arg_FUNCTION_NAME}\" is no name of a C function; give another by FUNCTION_NAME")
  endif()
  if(NOT arg_CHECKS MATCHES "^(exact|memory|none)$")
    message(FATAL_ERROR "${call}: CHECKS is \"${arg_CHECKS}\", must be exact, memory or none")
  endif()
  if(arg_AUTOSCHEDULER AND NOT arg_AUTOSCHEDULER STREQUAL "ansor")
    message(FATAL_ERROR "${call}: AUTOSCHEDULER is \"${arg_AUTOSCHEDULER}\"; there is ansor")
  endif()
  if(arg_TUNING_LOG AND NOT arg_AUTOSCHEDULER)
    message(FATAL_ERROR "${call}: TUNING_LOG needs AUTOSCHEDULER ansor")
  endif()
  list(LENGTH arg_TARGETS count)
  if(count GREATER 1)
    message(FATAL_ERROR "${call}: TARGETS names ${count} targets; one library holds one. "
                        "Make one library for each, with a FUNCTION_NAME of its own")
  endif()
endfunction()

# The other functions that the generator writes when it is asked for one called `name`.
function(_tiramisu_further_functions variable generator name)
  get_target_property(suffixes ${generator} TIRAMISU_FURTHER_FUNCTIONS)
  set(names "")
  if(suffixes)
    list(TRANSFORM suffixes PREPEND "${name}_" OUTPUT_VARIABLE names)
  endif()
  set(${variable} "${names}" PARENT_SCOPE)
endfunction()

function(tiramisu_add_library target)
  set(extra_outputs STMT ASSEMBLY LLVM_ASSEMBLY BITCODE)
  set(suffix_STMT stmt)
  set(suffix_ASSEMBLY s)
  set(suffix_LLVM_ASSEMBLY ll)
  set(suffix_BITCODE bc)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FROM;FUNCTION_NAME;CHECKS;HEADER;AUTOSCHEDULER;TUNING_LOG;${extra_outputs}"
                        "PARAMS;TARGETS;FEATURES;DEPENDS")
  if(NOT arg_FUNCTION_NAME)
    set(arg_FUNCTION_NAME ${target})
  endif()
  if(NOT arg_TARGETS)
    set(arg_TARGETS host)
  endif()
  if(NOT arg_CHECKS)
    set(arg_CHECKS exact)
  endif()
  _tiramisu_check_library_arguments(
    ${target} FROM ${arg_FROM} FUNCTION_NAME ${arg_FUNCTION_NAME} CHECKS ${arg_CHECKS} TARGETS ${arg_TARGETS}
    AUTOSCHEDULER ${arg_AUTOSCHEDULER} TUNING_LOG ${arg_TUNING_LOG}
    UNKNOWN ${arg_UNPARSED_ARGUMENTS} WITHOUT_VALUE ${arg_KEYWORDS_MISSING_VALUES})

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.generated")
  file(MAKE_DIRECTORY "${folder}")
  set(objects "${folder}/${arg_FUNCTION_NAME}.o")
  set(headers "${folder}/${arg_FUNCTION_NAME}.h")
  set(emit "")
  _tiramisu_further_functions(further ${arg_FROM} ${arg_FUNCTION_NAME})
  foreach(name IN LISTS further)
    list(APPEND objects "${folder}/${name}.o")
    list(APPEND headers "${folder}/${name}.h")
  endforeach()
  set(outputs ${objects} ${headers})
  foreach(kind IN LISTS extra_outputs)
    if(arg_${kind})
      set(file "${folder}/${arg_FUNCTION_NAME}.${suffix_${kind}}")
      list(APPEND outputs "${file}")
      string(TOLOWER ${kind} kind_name)
      list(APPEND emit ${kind_name})
      set(${arg_${kind}} "${file}" PARENT_SCOPE)
    endif()
  endforeach()
  if(arg_HEADER)
    set(${arg_HEADER} "${folder}/${arg_FUNCTION_NAME}.h" PARENT_SCOPE)
  endif()
  list(JOIN emit "," emit)
  list(JOIN arg_TARGETS "-" target_string)
  foreach(feature IN LISTS arg_FEATURES)
    string(APPEND target_string "-${feature}")
  endforeach()

  set(tuning_log "")
  if(arg_TUNING_LOG)
    cmake_path(ABSOLUTE_PATH arg_TUNING_LOG BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE tuning_log)
  endif()

  add_custom_command(
    OUTPUT ${outputs}
    COMMAND
      ${CMAKE_COMMAND} -E env "TIRAMISU_AUTOSCHEDULER=${arg_AUTOSCHEDULER}" "TIRAMISU_TUNING_LOG=${tuning_log}"
      "TIRAMISU_OUTPUT_DIR=${folder}" "TIRAMISU_FUNCTION_NAME=${arg_FUNCTION_NAME}"
      "TIRAMISU_TARGET=${target_string}" "TIRAMISU_CHECKS=${arg_CHECKS}" "TIRAMISU_EMIT=${emit}"
      $<TARGET_FILE:${arg_FROM}> ${arg_PARAMS}
    WORKING_DIRECTORY "${folder}"
    DEPENDS ${arg_FROM} ${tuning_log} ${arg_DEPENDS}
    COMMENT "Generating ${arg_FUNCTION_NAME}.o with ${arg_FROM}"
    VERBATIM)
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)

  add_library(${target} STATIC ${objects} ${headers})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(${target} INTERFACE "${folder}")
  target_link_libraries(${target} INTERFACE Tiramisu::Runtime)
endfunction()

function(tiramisu_add_onnx_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODEL;DENSITY;FUNCTION_NAME;CHECKS;HEADER;STMT;ASSEMBLY;LLVM_ASSEMBLY;BITCODE"
                        "INPUT_SHAPES;DEPENDS;TARGETS;FEATURES")
  set(call "tiramisu_add_onnx_library(${target})")
  if(NOT arg_MODEL)
    message(FATAL_ERROR "${call}: MODEL <file.onnx> is missing")
  endif()
  if(NOT TARGET tiramisu::tool)
    message(FATAL_ERROR "${call}: the tool tiramisu is not there: this Tiramisu was built without it (CLI11 was missing)")
  endif()
  cmake_path(ABSOLUTE_PATH arg_MODEL BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE model)
  set(params compile "${model}")
  foreach(shape IN LISTS arg_INPUT_SHAPES)
    list(APPEND params --input "${shape}")
  endforeach()
  if(arg_DENSITY)
    list(APPEND params --density "${arg_DENSITY}")
  endif()
  set(outputs "")
  foreach(kind IN ITEMS FUNCTION_NAME CHECKS TARGETS FEATURES HEADER STMT ASSEMBLY LLVM_ASSEMBLY BITCODE)
    if(arg_${kind})
      list(APPEND outputs ${kind} ${arg_${kind}})
    endif()
  endforeach()
  tiramisu_add_library(${target} FROM tiramisu::tool PARAMS ${params} DEPENDS "${model}" ${arg_DEPENDS} ${outputs}
                       ${arg_UNPARSED_ARGUMENTS})
  foreach(kind IN ITEMS HEADER STMT ASSEMBLY LLVM_ASSEMBLY BITCODE)
    if(arg_${kind})
      set(${arg_${kind}} "${${arg_${kind}}}" PARENT_SCOPE)
    endif()
  endforeach()
endfunction()
