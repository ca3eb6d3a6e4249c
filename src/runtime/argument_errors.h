#pragma once

#include <cstdint>

struct halide_buffer_t;

// What the checks of generated functions call for what they find wrong. Each reports a text through
// halide_error and returns the halide_error_code_t that the generated function then returns.
// Dimensions are counted as in halide_buffer_t: 0 is the innermost, the program's last size.

extern "C" {

int tiramisu_error_buffer_is_null(const char *function, const char *buffer);
int tiramisu_error_host_is_null(const char *function, const char *buffer);
int tiramisu_error_negative_rank(const char *function, const char *buffer, int32_t rank);
int tiramisu_error_dimensions_are_null(const char *function, const char *buffer, int32_t rank);
int tiramisu_error_negative_extent(const char *function, const char *buffer, int32_t dimension,
                                   int32_t rank, int32_t extent);
int tiramisu_error_not_dense(const char *function, const char *buffer, int32_t dimension,
                             int32_t rank, int32_t found, int64_t expected);
int tiramisu_error_too_many_bytes(const char *function, const char *buffer);
int tiramisu_error_bad_element_size(const char *function, const char *buffer, uint32_t found,
                                    uint32_t expected);
/// Types are halide_type_t as a 32-bit number.
int tiramisu_error_bad_type(const char *function, const char *buffer, uint32_t found,
                            uint32_t expected);
int tiramisu_error_bad_rank(const char *function, const char *buffer, int32_t found,
                            int32_t expected);
int tiramisu_error_bad_extent(const char *function, const char *buffer, int32_t dimension,
                              int32_t rank, int64_t found, int64_t expected);
int tiramisu_error_bad_stride(const char *function, const char *buffer, int32_t dimension,
                              int32_t rank, int64_t found, int64_t expected);
/// Bytes of an argument that may have any shape.
int tiramisu_error_bad_size(const char *function, const char *buffer, int64_t found,
                            int64_t expected);
/// Sizes in bytes.
int tiramisu_error_buffer_too_small(const char *function, const char *buffer, int64_t found,
                                    int64_t needed);
/// `elements` is at least the number that is too large, `most` what the function was compiled for.
int tiramisu_error_buffer_too_large(const char *function, const char *buffer, int64_t elements,
                                    int64_t most);
/// `element` counts from the first one, and is negative.
int tiramisu_error_before_memory(const char *function, const char *buffer, int64_t element);
int tiramisu_error_overlap(const char *function, const char *written, const char *other);
/// The element at that place in memory, counted from the first one; `rule` says what is wrong.
/// The smallest and the largest number as limits are none.
int tiramisu_error_bad_element(const char *function, const char *buffer, int64_t index,
                               int64_t found, int64_t lowest, int64_t highest, const char *rule);
int tiramisu_error_bad_scalar(const char *function, const char *scalar, int64_t found,
                              int64_t lowest, int64_t highest, const char *rule);
int tiramisu_error_bad_storage(const char *function, const char *problem);

/// Takes the texts of this thread's errors instead of halide_error, until it is set to null.
/// `context` is handed to the receiver.
typedef void (*tiramisu_error_receiver)(void *context, const char *text);
void tiramisu_set_thread_error_receiver(tiramisu_error_receiver receiver, void *context);
}
