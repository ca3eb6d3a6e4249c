# tiramisu_add_tests(<folder> LABEL label [RUNTIME_ONLY] [COMPILER_ONLY] [BY_FILE] [HALIDE] [COST seconds])
#
# One GoogleTest program of <folder>/*.cpp, every test of which is known to ctest by itself, under the label. A folder
# that is missing or empty makes no program. RUNTIME_ONLY links what a program that calls generated code links, no more;
# COMPILER_ONLY links no layers, which take most of the time of a build, and has no headers that need them.
# BY_FILE makes each file one test of ctest: the first compilation in a process costs most of a second, which tests that
# compile little share so. HALIDE precompiles the headers of Halide's compiler, which most of the files include.
# COST is about what one of its tests takes: in a build that has not run yet, ctest begins with the longest.
include(GoogleTest)

# tiramisu_set_test_options(<target> [HALIDE]): what all programs of tests are compiled with: headers that are compiled once
# for all of them (with HALIDE those of Halide's compiler, too), and less optimisation than the library has, as most tests
# spend their time in the library.
function(tiramisu_set_test_options target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HALIDE" "" "")
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  # Halide.h is on their include path; those that look at it include it themselves.
  target_compile_definitions(${target} PRIVATE TIRAMISU_WITHOUT_HALIDE)
  tiramisu_set_warnings(${target})
  if(arg_HALIDE)
    set(headers halide_test)
  else()
    set(headers every_test)
  endif()
  if(NOT TARGET tiramisu_${headers})
    set(empty "${PROJECT_BINARY_DIR}/tests/${headers}.cpp")
    file(CONFIGURE OUTPUT "${empty}" CONTENT "// Its headers are compiled.\n")
    add_library(tiramisu_${headers} OBJECT "${empty}")
    target_include_directories(tiramisu_${headers} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
    target_compile_options(tiramisu_${headers} PRIVATE $<$<CONFIG:Release>:-O1>)
    target_compile_definitions(tiramisu_${headers} PRIVATE TIRAMISU_WITHOUT_HALIDE)
    target_link_libraries(tiramisu_${headers} PRIVATE Tiramisu::Tiramisu Isl::Isl Halide::Halide GTest::gmock)
    tiramisu_set_warnings(tiramisu_${headers})
    target_precompile_headers(tiramisu_${headers} PRIVATE "${PROJECT_SOURCE_DIR}/tests/headers/${headers}.h")
  endif()
  target_precompile_headers(${target} REUSE_FROM tiramisu_${headers})
endfunction()

# Registers the test suites of one file as one test.
function(tiramisu_add_test_file target source label)
  file(STRINGS "${source}" openings REGEX "^(TYPED_)?TEST(_F|_P)?\\(")
  set(filter "")
  foreach(opening IN LISTS openings)
    string(REGEX REPLACE "^(TYPED_)?TEST[_FP]*\\(([A-Za-z0-9_]+).*" "\\2" suite "${opening}")
    list(APPEND filter "${suite}.*" "*/${suite}.*" "${suite}/*.*")
  endforeach()
  list(REMOVE_DUPLICATES filter)
  list(JOIN filter ":" filter)
  cmake_path(GET source STEM name)
  add_test(NAME "${label}/${name}" COMMAND ${target} "--gtest_filter=${filter}")
  set_tests_properties("${label}/${name}" PROPERTIES LABELS "${label}" TIMEOUT 900 ${ARGN})
endfunction()

function(tiramisu_add_tests folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RUNTIME_ONLY;COMPILER_ONLY;BY_FILE;HALIDE" "LABEL;COST" "")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
  if(NOT sources)
    return()
  endif()
  string(REPLACE "/" "_" target "${folder}_tests")
  add_executable(${target} ${sources})
  target_compile_definitions(
    ${target} PRIVATE TIRAMISU_TEST_DATA_DIR="${CMAKE_CURRENT_SOURCE_DIR}/${folder}"
                      TIRAMISU_PUBLIC_INCLUDE_DIR="${PROJECT_SOURCE_DIR}/include")
  target_link_libraries(${target} PRIVATE GTest::gmock GTest::gtest_main)
  if(arg_RUNTIME_ONLY OR arg_COMPILER_ONLY)
    set(library Tiramisu::Runtime)
    if(arg_COMPILER_ONLY)
      set(library Tiramisu::Compiler)
    endif()
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
    target_link_libraries(${target} PRIVATE ${library})
    tiramisu_set_warnings(${target})
  else()
    target_link_libraries(${target} PRIVATE Tiramisu::Tiramisu Isl::Isl Halide::Halide ${CMAKE_DL_LIBS})
    if(TARGET tiramisu_test_support)
      target_link_libraries(${target} PRIVATE tiramisu_test_support)
    endif()
    set(which "")
    if(arg_HALIDE)
      set(which HALIDE)
    endif()
    tiramisu_set_test_options(${target} ${which})
  endif()
  if(NOT arg_COST)
    set(arg_COST 1)
  endif()
  # Threads of parallel loops that spin take the processor from the tests beside.
  set(environment ENVIRONMENT OMP_WAIT_POLICY=passive)
  if(TIRAMISU_SANITIZE MATCHES "address")
    set(environment ENVIRONMENT ASAN_OPTIONS=allocator_may_return_null=1)
  elseif(TIRAMISU_SANITIZE STREQUAL "thread")
    # Children of processes with several threads have threads, too.
    set(environment ENVIRONMENT TSAN_OPTIONS=allocator_may_return_null=1:die_after_fork=0)
  endif()
  # What is tested is compiled anew.
  list(APPEND environment ENVIRONMENT_MODIFICATION TIRAMISU_CACHE=set:off)
  if(arg_BY_FILE)
    foreach(source IN LISTS sources)
      tiramisu_add_test_file(${target} "${source}" "${arg_LABEL}" COST ${arg_COST} ${environment})
    endforeach()
    return()
  endif()
  gtest_discover_tests(
    ${target}
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    NO_PRETTY_VALUES
    TEST_PREFIX "${arg_LABEL}/"
    PROPERTIES LABELS "${arg_LABEL}" TIMEOUT 900 COST ${arg_COST} ${environment})
endfunction()
