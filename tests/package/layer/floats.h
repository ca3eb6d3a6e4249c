/* Random numbers, and arrays as generated functions take them. */
#pragma once

#include <HalideRuntime.h>

#include <stdint.h>
#include <string.h>

static inline void fill(float *values, size_t count, unsigned seed) {
    size_t i;
    for (i = 0; i < count; ++i) {
        seed = seed * 1664525u + 1013904223u;
        values[i] = (float)(seed >> 8) / (1 << 23) - 1;
    }
}

/* Only the memory of an argument counts: a row of floats will do for all of them. */
typedef struct {
    halide_buffer_t buffer;
    halide_dimension_t dimension;
} floats;

static inline halide_buffer_t *describe(floats *what, float *values, size_t count) {
    memset(what, 0, sizeof *what);
    what->dimension.extent = (int32_t)count;
    what->dimension.stride = 1;
    what->buffer.host = (uint8_t *)values;
    what->buffer.type.code = halide_type_float;
    what->buffer.type.bits = 32;
    what->buffer.type.lanes = 1;
    what->buffer.dimensions = 1;
    what->buffer.dim = &what->dimension;
    return &what->buffer;
}

#define COUNT(array) (sizeof(array) / sizeof(float))
#define DESCRIBE(what, array) describe(&what, (float *)array, COUNT(array))

static inline halide_buffer_t *describe_integers(floats *what, int32_t *integers, size_t count) {
    describe(what, (float *)integers, count);
    what->buffer.type.code = halide_type_int;
    return &what->buffer;
}

#define COUNT_OF_INTEGERS(array) (sizeof(array) / sizeof(int32_t))
