# tiramisu_use_arm(<target> <source>): tells that source of the target where there is what tests of code for 64-bit Arm need: a
# cross compiler, an emulator, and the run-time library for it. What this machine lacks is an empty text; such tests are
# skipped then.

find_program(TIRAMISU_ARM_COMPILER aarch64-linux-gnu-g++ DOC "Links programs for 64-bit Arm in tests")
find_program(TIRAMISU_ARM_EMULATOR qemu-aarch64 DOC "Runs programs for 64-bit Arm in tests")
mark_as_advanced(TIRAMISU_ARM_COMPILER TIRAMISU_ARM_EMULATOR)

function(tiramisu_use_arm target source)
  set(runtime "")
  if(TIRAMISU_ARM_COMPILER)
    set(folder "${PROJECT_BINARY_DIR}/arm-runtime")
    set(runtime "${folder}/libtiramisu_runtime.a")
    file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/runtime/*")
    add_custom_command(
      OUTPUT "${runtime}"
      COMMAND ${CMAKE_COMMAND} -S "${PROJECT_SOURCE_DIR}/src/runtime" -B "${folder}" -G "${CMAKE_GENERATOR}" --toolchain
              "${PROJECT_SOURCE_DIR}/cmake/aarch64-linux-gnu.cmake"
              "-DHALIDE_RUNTIME_INCLUDE_DIR=${Halide_RUNTIME_INCLUDE_DIR}" -DTIRAMISU_WARNINGS_AS_ERRORS=ON
      COMMAND ${CMAKE_COMMAND} --build "${folder}"
      DEPENDS ${sources}
      COMMENT "Building the run-time library for 64-bit Arm"
      VERBATIM)
    add_custom_target(tiramisu_arm_runtime DEPENDS "${runtime}")
    add_dependencies(${target} tiramisu_arm_runtime)
  endif()
  foreach(found IN ITEMS COMPILER EMULATOR)
    set(${found} "${TIRAMISU_ARM_${found}}")
    if(NOT ${found})
      set(${found} "")
    endif()
  endforeach()
  set(definitions
      TIRAMISU_ARM_COMPILER="${COMPILER}" TIRAMISU_ARM_EMULATOR="${EMULATOR}" TIRAMISU_ARM_RUNTIME="${runtime}"
      TIRAMISU_HALIDE_HEADERS="${Halide_RUNTIME_INCLUDE_DIR}"
      TIRAMISU_EMULATED_CALLER="${PROJECT_SOURCE_DIR}/tests/support/emulated_caller.c"
      TIRAMISU_PUBLIC_INCLUDE_DIR="${PROJECT_SOURCE_DIR}/include")
  set_source_files_properties("${source}" PROPERTIES COMPILE_DEFINITIONS "${definitions}")
endfunction()
