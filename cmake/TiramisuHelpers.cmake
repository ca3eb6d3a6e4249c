# For projects that generate code with Tiramisu; part of the installed package.
#
#   tiramisu_add_generator(<target> [SOURCES] <file>... [LINK_LIBRARIES <library>...])
#
# Makes a generator: a program that, when run, writes object files and headers.
#
#   tiramisu_add_library(<target> FROM <generator>
#                        [FUNCTION_NAME <name>]          exported C name, default: <target>
#                        [PARAMS <key=value>...]         command line of the generator
#                        [TARGETS <target>...]           e.g. host, x86-64-linux-avx2; default: host
#                        [FEATURES <feature>...]         appended to the target, e.g. avx2
#                        [CHECKS exact|memory|none]      of arguments, where the generator says nothing; default: exact
#                        [AUTOSCHEDULER ansor]           schedules are searched for: see docs/how_to/tune.md
#                        [TUNING_LOG <log.jsonl>]        the best ones of this log; without it a model decides
#                        [HEADER <variable>]             out: path of the C header
#                        [STMT <variable>]               out: also write the lowered statements
#                        [ASSEMBLY <variable>]           out: also write assembly
#                        [LLVM_ASSEMBLY <variable>]      out: also write LLVM's text form
#                        [BITCODE <variable>]            out: also write LLVM bitcode
#                        [OUTPUTS <file>...]             further files that it writes, by their names in its folder
#                        [DEPENDS <file-or-target>...])  what the generator reads when it runs
#
# Makes a static library of the object that the generator writes. Linking it brings the header <name>.h and the
# run-time library. The names are those of Halide's add_halide_library. The generator runs again when it, a library it
# is linked with, one of its PARAMS, or something in DEPENDS changes.
#
# With several TARGETS the generator runs once for each. Those for the processors that the project is built for are levels of
# one function, best first: each call takes the first one that the processor can run, so the last one should be what all have.
# Those of other kinds of processors are written to <target>.generated/<their name>, for a build on, or for, such a machine,
# by the target <target>_<kind>, as mylib_aarch64; where a project is cross-compiled, they are what it links.
#
#   tiramisu_add_library(mylib FROM generator TARGETS x86-64-linux-avx512 x86-64-linux-avx2 aarch64-linux)
#
# A generator whose target has the property TIRAMISU_FURTHER_FUNCTIONS writes <name>_<suffix>.o and .h as well, for each
# suffix in that list; they are part of the library. The layers that come with Tiramisu, such as tiramisu::conv2d, have
# the suffix pack_weights.
#
#   tiramisu_add_onnx_library(<target> MODEL <file.onnx>
#                             [INPUT_SHAPES <input>=<size>,<size>,...]...   where the network leaves sizes open
#                             [DENSITY auto|dense|sparse]                   whether layers skip weights that are zero
#                             [TUNE <seconds>]                              that measuring layers may take; default: a rule decides
#                             [WEIGHTS <variable>]                          the file of weights, if they are to have one
#                             [FUNCTION_NAME, TARGETS, FEATURES, CHECKS, HEADER, ASSEMBLY, ..., DEPENDS])
#
# The same of a network, which is compiled with its weights inside, or beside it, in the file <target>.weights that WEIGHTS
# puts into a variable: programs need it when they run. The rest is as for tiramisu_add_library(); DEPENDS
# names the files beside the model in which weights lie, if there are any. It needs the tool `tiramisu`.
#
# The generator is run in the output folder with its PARAMS as arguments, and is told the rest by environment:
# TIRAMISU_OUTPUT_DIR, TIRAMISU_FUNCTION_NAME, TIRAMISU_TARGET, TIRAMISU_CHECKS, TIRAMISU_EMIT (a list of stmt,
# assembly, llvm_assembly, bitcode, separated by commas), TIRAMISU_AUTOSCHEDULER and TIRAMISU_TUNING_LOG.

include_guard()
set(_tiramisu_helpers_folder "${CMAKE_CURRENT_LIST_DIR}")

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
                        "TARGETS;FEATURES;UNKNOWN;WITHOUT_VALUE")
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
    if(arg_FEATURES)
      message(FATAL_ERROR "${call}: FEATURES is for one target; name the features in each of TARGETS, as in x86-64-linux-avx2")
    endif()
    if("host" IN_LIST arg_TARGETS)
      message(FATAL_ERROR "${call}: TARGETS names \"host\" among ${count} targets, which is another one on every machine; "
                          "name the features of each level, as in x86-64-linux-avx2")
    endif()
  endif()
endfunction()

# The kind of processor that a target, or a name of CMake's, is of: x86_64 or aarch64.
function(_tiramisu_kind_of variable name)
  if(name MATCHES "^(arm-64|arm64|aarch64)")
    set(${variable} aarch64 PARENT_SCOPE)
  elseif(name MATCHES "^(host|opencl|cuda)")
    set(${variable} ${CMAKE_HOST_SYSTEM_PROCESSOR} PARENT_SCOPE)
  else()
    set(${variable} x86_64 PARENT_SCOPE)
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

# Runs a generator for one target: objects and headers that it writes into FOLDER, and further files by their kinds.
function(_tiramisu_run_generator objects_variable headers_variable extras_variable)
  set(suffix_STMT stmt)
  set(suffix_ASSEMBLY s)
  set(suffix_LLVM_ASSEMBLY ll)
  set(suffix_BITCODE bc)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "FROM;FOLDER;FUNCTION_NAME;TARGET;CHECKS;AUTOSCHEDULER;TUNING_LOG"
                        "LEVELS;PARAMS;DEPENDS;EXTRAS;OUTPUTS")
  file(MAKE_DIRECTORY "${arg_FOLDER}")
  _tiramisu_further_functions(further ${arg_FROM} ${arg_FUNCTION_NAME})
  set(objects "")
  set(headers "")
  foreach(name IN ITEMS ${arg_FUNCTION_NAME} ${further})
    list(APPEND objects "${arg_FOLDER}/${name}.o")
    list(APPEND headers "${arg_FOLDER}/${name}.h")
    if(arg_LEVELS)
      list(APPEND choosers "${arg_FOLDER}/${name}_levels.o")
    endif()
  endforeach()
  set(extras "")
  set(emit "")
  foreach(kind IN LISTS arg_EXTRAS)
    list(APPEND extras "${arg_FOLDER}/${arg_FUNCTION_NAME}.${suffix_${kind}}")
    string(TOLOWER ${kind} kind_name)
    list(APPEND emit ${kind_name})
  endforeach()
  list(JOIN emit "," emit)
  list(JOIN arg_LEVELS "," levels)
  list(TRANSFORM arg_OUTPUTS PREPEND "${arg_FOLDER}/" OUTPUT_VARIABLE further_outputs)
  add_custom_command(
    OUTPUT ${objects} ${headers} ${choosers} ${extras} ${further_outputs}
    COMMAND
      ${CMAKE_COMMAND} -E env "TIRAMISU_AUTOSCHEDULER=${arg_AUTOSCHEDULER}" "TIRAMISU_TUNING_LOG=${arg_TUNING_LOG}"
      "TIRAMISU_OUTPUT_DIR=${arg_FOLDER}" "TIRAMISU_FUNCTION_NAME=${arg_FUNCTION_NAME}"
      "TIRAMISU_TARGET=${arg_TARGET}" "TIRAMISU_LEVELS=${levels}" "TIRAMISU_CHECKS=${arg_CHECKS}" "TIRAMISU_EMIT=${emit}"
      $<TARGET_FILE:${arg_FROM}> ${arg_PARAMS}
    WORKING_DIRECTORY "${arg_FOLDER}"
    DEPENDS ${arg_FROM} ${arg_TUNING_LOG} ${arg_DEPENDS}
    COMMENT "Generating ${arg_FUNCTION_NAME}.o with ${arg_FROM}"
    VERBATIM)
  set_source_files_properties(${objects} ${choosers} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set(${objects_variable} ${objects} PARENT_SCOPE)
  set(${objects_variable}_OF_CHOICE ${choosers} PARENT_SCOPE)
  set(${headers_variable} ${headers} PARENT_SCOPE)
  set(${extras_variable} ${extras} PARENT_SCOPE)
endfunction()

function(tiramisu_add_library target)
  set(extra_outputs STMT ASSEMBLY LLVM_ASSEMBLY BITCODE)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FROM;FUNCTION_NAME;CHECKS;HEADER;AUTOSCHEDULER;TUNING_LOG;${extra_outputs}"
                        "PARAMS;TARGETS;FEATURES;DEPENDS;OUTPUTS")
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
    FEATURES ${arg_FEATURES} AUTOSCHEDULER ${arg_AUTOSCHEDULER} TUNING_LOG ${arg_TUNING_LOG}
    UNKNOWN ${arg_UNPARSED_ARGUMENTS} WITHOUT_VALUE ${arg_KEYWORDS_MISSING_VALUES})
  if(arg_TUNING_LOG)
    cmake_path(ABSOLUTE_PATH arg_TUNING_LOG BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  endif()
  set(extras "")
  foreach(kind IN LISTS extra_outputs)
    if(arg_${kind})
      list(APPEND extras ${kind})
    endif()
  endforeach()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.generated")
  _tiramisu_kind_of(own_kind "${CMAKE_SYSTEM_PROCESSOR}")
  list(LENGTH arg_TARGETS count)
  foreach(one IN LISTS arg_TARGETS)
    _tiramisu_kind_of(kind ${one})
    list(APPEND targets_${kind} ${one})
    list(APPEND kinds ${kind})
  endforeach()
  list(REMOVE_DUPLICATES kinds)
  if(count GREATER 1 AND NOT targets_${own_kind})
    message(FATAL_ERROR "tiramisu_add_library(${target}): none of TARGETS is for the processors that this project is built "
                        "for (${own_kind})")
  endif()

  foreach(kind IN LISTS kinds)
    list(LENGTH targets_${kind} levels_count)
    set(levels "")
    if(levels_count GREATER 1)
      set(levels ${targets_${kind}})
    endif()
    set(all_objects "")
    set(all_headers "")
    set(all_extras "")
    foreach(one IN LISTS targets_${kind})
      set(place "${folder}")
      set(features "")
      if(count GREATER 1)
        set(place "${folder}/${one}")
      endif()
      foreach(feature IN LISTS arg_FEATURES)
        string(APPEND features "-${feature}")
      endforeach()
      _tiramisu_run_generator(
        objects headers extra_files
        FROM ${arg_FROM} FOLDER "${place}" FUNCTION_NAME ${arg_FUNCTION_NAME} TARGET "${one}${features}" LEVELS ${levels}
        CHECKS ${arg_CHECKS} AUTOSCHEDULER ${arg_AUTOSCHEDULER} TUNING_LOG ${arg_TUNING_LOG} PARAMS ${arg_PARAMS}
        DEPENDS ${arg_DEPENDS} EXTRAS ${extras} OUTPUTS ${arg_OUTPUTS})
      list(APPEND all_objects ${objects})
      list(APPEND all_headers ${headers})
      list(APPEND all_extras ${extra_files})
    endforeach()
    list(APPEND all_objects ${objects_OF_CHOICE}) # of the last level: those of all are the same
    if(levels)
      set(same "${folder}/${kind}_levels_take_the_same_arguments")
      add_custom_command(
        OUTPUT "${same}"
        COMMAND ${CMAKE_COMMAND} "-DNAME=${target}" "-DLEVELS=${levels}" "-DHEADERS=${all_headers}" "-DMARK=${same}"
                -P "${_tiramisu_helpers_folder}/TiramisuSameArguments.cmake"
        DEPENDS ${all_headers} "${_tiramisu_helpers_folder}/TiramisuSameArguments.cmake"
        VERBATIM)
      list(APPEND all_headers "${same}")
    endif()
    if(kind STREQUAL own_kind OR count EQUAL 1)
      add_library(${target} STATIC ${all_objects} ${all_headers})
      set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
      target_include_directories(${target} INTERFACE "${place}")
      target_link_libraries(${target} INTERFACE Tiramisu::Runtime)
      if(arg_HEADER)
        set(${arg_HEADER} "${place}/${arg_FUNCTION_NAME}.h" PARENT_SCOPE)
      endif()
      foreach(extra IN LISTS extras)
        set(files ${all_extras})
        string(TOLOWER ${extra} ending)
        string(REPLACE "llvm_assembly" "ll" ending "${ending}")
        string(REPLACE "assembly" "s" ending "${ending}")
        string(REPLACE "bitcode" "bc" ending "${ending}")
        list(FILTER files INCLUDE REGEX "\\.${ending}$")
        set(${arg_${extra}} "${files}" PARENT_SCOPE)
      endforeach()
    else()
      add_custom_target(${target}_${kind} ALL DEPENDS ${all_objects} ${all_headers})
    endif()
  endforeach()
endfunction()

function(tiramisu_add_onnx_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODEL;DENSITY;WEIGHTS;TUNE;FUNCTION_NAME;CHECKS;HEADER;STMT;ASSEMBLY;LLVM_ASSEMBLY;BITCODE"
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
  if(arg_TUNE)
    if(NOT arg_TUNE MATCHES "^[0-9]+$")
      message(FATAL_ERROR "${call}: TUNE is \"${arg_TUNE}\", must be a number of seconds")
    endif()
    list(APPEND params --tune ${arg_TUNE})
  endif()
  set(outputs "")
  if(arg_WEIGHTS)
    list(LENGTH arg_TARGETS count)
    if(count GREATER 1)
      message(FATAL_ERROR "${call}: WEIGHTS is for one target: how weights lie depends on it; leave WEIGHTS out, or make a "
                          "library for each of TARGETS")
    endif()
    list(APPEND params --weights "${target}.weights")
    list(APPEND outputs OUTPUTS "${target}.weights")
    set(${arg_WEIGHTS} "${CMAKE_CURRENT_BINARY_DIR}/${target}.generated/${target}.weights" PARENT_SCOPE)
  endif()
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
