// One function for each thing that a generated function can find wrong: makes the text (what, what
// was found, what is needed), hands it to the error handler, and returns the code that the
// generated function then returns.
#include "tiramisu/runtime.h"

#include <HalideRuntime.h>

#include <cinttypes>
#include <cstdarg>
#include <cstdio>

#include "runtime/allocation_text.h"
#include "runtime/buffer_names.h"

extern "C" char *halide_type_to_string(char *dst, char *end, const halide_type_t *type);

namespace {

__attribute__((format(printf, 3, 4))) int report(void *user_context, int code, const char *format,
                                                 ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    halide_error(user_context, message);
    return code;
}

struct type_text {
    char text[32];

    /// Generated code passes a type as the bits of a halide_type_t.
    explicit type_text(uint32_t bits) {
        halide_type_t type;
        type.code = static_cast<halide_type_code_t>(bits & 0xff);
        type.bits = static_cast<uint8_t>(bits >> 8);
        type.lanes = static_cast<uint16_t>(bits >> 16);
        halide_type_to_string(text, text + sizeof text, &type);
    }
};

} // namespace

extern "C" {

// --- buffers given to a function
// -------------------------------------------------------------------------------------

int halide_error_buffer_argument_is_null(void *user_context, const char *name) {
    return report(user_context, halide_error_code_buffer_argument_is_null,
                  "%s: a null pointer was given where a buffer is needed", name);
}

int halide_error_buffer_is_null(void *user_context, const char *routine) {
    return report(user_context, halide_error_code_buffer_is_null,
                  "%s: a null pointer was given where a buffer is needed", routine);
}

int halide_error_host_is_null(void *user_context, const char *name) {
    return report(user_context, halide_error_code_host_is_null,
                  "%s: the buffer has no memory (its host pointer is null)", name);
}

int halide_error_bad_type(void *user_context, const char *name, uint32_t given, uint32_t needed) {
    return report(user_context, halide_error_code_bad_type,
                  "%s: the buffer has elements of type %s, but %s is needed", name,
                  type_text(given).text, type_text(needed).text);
}

int halide_error_bad_dimensions(void *user_context, const char *name, int32_t given,
                                int32_t needed) {
    return report(user_context, halide_error_code_bad_dimensions,
                  "%s: the buffer has %d dimensions, but %d are needed", name, given, needed);
}

int halide_error_access_out_of_bounds(void *user_context, const char *name, int dimension,
                                      int first_touched, int last_touched, int first_valid,
                                      int last_valid) {
    return report(user_context, halide_error_code_access_out_of_bounds,
                  "%s: the buffer is too small: indices %d to %d of dimension %d are used, but it "
                  "has only %d to %d",
                  name, first_touched, last_touched, dimension, first_valid, last_valid);
}

int halide_error_buffer_allocation_too_large(void *user_context, const char *name, uint64_t size,
                                             uint64_t most) {
    return report(user_context, halide_error_code_buffer_allocation_too_large,
                  "%s: the buffer takes %" PRIu64 " bytes, but at most %" PRIu64 " are possible",
                  tiramisu::rt::shown_buffer_name(name).text, size, most);
}

int halide_error_buffer_extents_negative(void *user_context, const char *name, int dimension,
                                         int extent) {
    return report(user_context, halide_error_code_buffer_extents_negative,
                  "%s: the extent of dimension %d of the buffer is %d, but must not be negative",
                  name, dimension, extent);
}

int halide_error_buffer_extents_too_large(void *user_context, const char *name, int64_t size,
                                          int64_t most) {
    return report(user_context, halide_error_code_buffer_extents_too_large,
                  "%s: the buffer has %" PRId64 " elements, but at most %" PRId64 " are possible",
                  name, size, most);
}

int halide_error_constraint_violated(void *user_context, const char *found, int found_value,
                                     const char *needed, int needed_value) {
    return report(user_context, halide_error_code_constraint_violated,
                  "%s is %d, but must be %s, which is %d", found, found_value, needed,
                  needed_value);
}

int halide_error_constraints_make_required_region_smaller(void *user_context, const char *name,
                                                          int dimension, int constrained_min,
                                                          int constrained_extent, int required_min,
                                                          int required_extent) {
    return report(user_context, halide_error_code_constraints_make_required_region_smaller,
                  "%s: indices %d to %d of dimension %d are used, but the conditions on the buffer "
                  "leave only %d to %d",
                  name, required_min, required_min + required_extent - 1, dimension,
                  constrained_min, constrained_min + constrained_extent - 1);
}

int halide_error_unaligned_host_ptr(void *user_context, const char *name, int alignment) {
    return report(user_context, halide_error_code_unaligned_host_ptr,
                  "%s: the memory of the buffer must start at a multiple of %d bytes", name,
                  alignment);
}

// --- scalars given to a function
// -------------------------------------------------------------------------------------

int halide_error_param_too_small_i64(void *user_context, const char *name, int64_t value,
                                     int64_t least) {
    return report(user_context, halide_error_code_param_too_small,
                  "%s is %" PRId64 ", but must be at least %" PRId64, name, value, least);
}

int halide_error_param_too_small_u64(void *user_context, const char *name, uint64_t value,
                                     uint64_t least) {
    return report(user_context, halide_error_code_param_too_small,
                  "%s is %" PRIu64 ", but must be at least %" PRIu64, name, value, least);
}

int halide_error_param_too_small_f64(void *user_context, const char *name, double value,
                                     double least) {
    return report(user_context, halide_error_code_param_too_small,
                  "%s is %g, but must be at least %g", name, value, least);
}

int halide_error_param_too_large_i64(void *user_context, const char *name, int64_t value,
                                     int64_t most) {
    return report(user_context, halide_error_code_param_too_large,
                  "%s is %" PRId64 ", but must be at most %" PRId64, name, value, most);
}

int halide_error_param_too_large_u64(void *user_context, const char *name, uint64_t value,
                                     uint64_t most) {
    return report(user_context, halide_error_code_param_too_large,
                  "%s is %" PRIu64 ", but must be at most %" PRIu64, name, value, most);
}

int halide_error_param_too_large_f64(void *user_context, const char *name, double value,
                                     double most) {
    return report(user_context, halide_error_code_param_too_large,
                  "%s is %g, but must be at most %g", name, value, most);
}

int halide_error_requirement_failed(void *user_context, const char *condition,
                                    const char *message) {
    return report(user_context, halide_error_code_requirement_failed, "%s (it must hold that %s)",
                  message, condition);
}

// --- memory and loops inside a function
// ------------------------------------------------------------------------------

int halide_error_out_of_memory(void *user_context) {
    return report(user_context, halide_error_code_out_of_memory, "%s",
                  tiramisu::rt::allocation_text().text);
}

int halide_error_explicit_bounds_too_small(void *user_context, const char *name,
                                           const char *variable, int first, int last,
                                           int first_needed, int last_needed) {
    return report(user_context, halide_error_code_explicit_bounds_too_small,
                  "%s: %s is bounded to %d to %d, but %d to %d are used", name, variable, first,
                  last, first_needed, last_needed);
}

int halide_error_storage_bound_too_small(void *user_context, const char *name, const char *variable,
                                         int given, int needed) {
    return report(user_context, halide_error_code_storage_bound_too_small,
                  "%s: %d elements are kept along %s, but %d are needed", name, given, variable,
                  needed);
}

int halide_error_fold_factor_too_small(void *user_context, const char *name, const char *variable,
                                       int factor, const char *loop, int needed) {
    return report(user_context, halide_error_code_fold_factor_too_small,
                  "%s: %d elements are kept along %s in loop %s, but %d are needed", name, factor,
                  variable, loop, needed);
}

int halide_error_bad_fold(void *user_context, const char *name, const char *variable,
                          const char *loop) {
    return report(user_context, halide_error_code_bad_fold,
                  "%s: %s does not only grow or only shrink along loop %s, so storage cannot be "
                  "folded there",
                  name, variable, loop);
}

int halide_error_bad_extern_fold(void *user_context, const char *name, int dimension, int first,
                                 int extent, int first_valid, int factor) {
    return report(user_context, halide_error_code_bad_extern_fold,
                  "%s: indices %d to %d of dimension %d do not fit the folded storage of %d "
                  "elements that starts at %d",
                  name, first, first + extent - 1, dimension, factor, first_valid);
}

int halide_error_split_factor_not_positive(void *user_context, const char *name,
                                           const char *original, const char *outer,
                                           const char *inner, const char *factor_text, int factor) {
    return report(user_context, halide_error_code_split_factor_not_positive,
                  "%s: splitting %s into %s and %s: the factor %s is %d, but must be at least 1",
                  name, original, outer, inner, factor_text, factor);
}

int halide_error_specialize_fail(void *user_context, const char *message) {
    return report(user_context, halide_error_code_specialize_fail,
                  "no case of the function fits its arguments: %s", message);
}

int halide_error_vscale_invalid(void *user_context, const char *name, int found, int compiled_for) {
    return report(user_context, halide_error_code_vscale_invalid,
                  "%s: compiled for a vector scale of %d, but this machine has %d", name,
                  compiled_for, found);
}

// --- functions called from a function
// --------------------------------------------------------------------------------

int halide_error_extern_stage_failed(void *user_context, const char *name, int code) {
    return report(user_context, code, "%s: the external function returned error %d", name, code);
}

int halide_error_bounds_inference_call_failed(void *user_context, const char *name, int code) {
    return report(user_context, code,
                  "%s: the external function, asked for bounds, returned error %d", name, code);
}

int halide_error_debug_to_file_failed(void *user_context, const char *name, const char *file,
                                      int code) {
    return report(user_context, halide_error_code_debug_to_file_failed,
                  "%s: could not be written to \"%s\" (error %d)", name, file, code);
}

// --- devices: what can be wrong with a buffer that a GPU program made
// -------------------------------------------------

int halide_error_device_dirty_with_no_device_support(void *user_context, const char *name) {
    return report(user_context, halide_error_code_device_dirty_with_no_device_support,
                  "%s: the newest content of the buffer is on a device, and this function runs on "
                  "the host alone: copy it to the host first",
                  name);
}

int halide_error_no_device_interface(void *user_context) {
    return report(user_context, halide_error_code_no_device_interface,
                  "a buffer has no device interface, but one is needed");
}

int halide_error_device_interface_no_device(void *user_context) {
    return report(user_context, halide_error_code_device_interface_no_device,
                  "a buffer has a device interface, but no memory on a device");
}

int halide_error_host_and_device_dirty(void *user_context) {
    return report(user_context, halide_error_code_host_and_device_dirty,
                  "a buffer was changed both on the host and on the device");
}

int halide_error_device_crop_failed(void *user_context) {
    return report(user_context, halide_error_code_device_crop_failed,
                  "a part of a buffer on a device could not be taken");
}

} // extern "C"
