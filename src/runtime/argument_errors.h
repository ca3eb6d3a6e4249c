#pragma once

#include <cstdint>

struct halide_buffer_t;

// What the checks of generated functions call for what they find wrong. Each reports a text through
// halide_error and returns the halide_error_code_t that the generated function then returns.
// Dimensions are counted as in halide_buffer_t: 0 is the innermost, the program's last size.

extern "C" {

#define TIRAMISU_GENERATED_CALL(result, name, parameters) result name parameters;
#include "runtime/argument_errors.inc"
#undef TIRAMISU_GENERATED_CALL

/// Takes the texts of this thread's errors instead of halide_error, until it is set to null.
/// `context` is handed to the receiver.
typedef void (*tiramisu_error_receiver)(void *context, const char *text);
void tiramisu_set_thread_error_receiver(tiramisu_error_receiver receiver, void *context);

/// Hands a text to that receiver, or else to halide_error.
void tiramisu_report(const char *text);
}
