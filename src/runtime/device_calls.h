#pragma once

#include <cstdint>

struct halide_buffer_t;

extern "C" {
#define TIRAMISU_GENERATED_CALL(result, name, parameters) result name parameters;
#include "runtime/device_calls.inc"
#undef TIRAMISU_GENERATED_CALL
}
