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

typedef struct {
    halide_buffer_t buffer;
    halide_dimension_t dimensions[4];
} floats;

/* Sizes are outermost first, as in C; dimensions innermost first. */
static inline halide_buffer_t *describe_sizes(floats *what, float *values, int rank,
                                              const int *sizes) {
    int32_t stride = 1;
    int d;
    memset(what, 0, sizeof *what);
    for (d = 0; d < rank; ++d) {
        what->dimensions[d].extent = sizes[rank - 1 - d];
        what->dimensions[d].stride = stride;
        stride *= sizes[rank - 1 - d];
    }
    what->buffer.host = (uint8_t *)values;
    what->buffer.type.code = halide_type_float;
    what->buffer.type.bits = 32;
    what->buffer.type.lanes = 1;
    what->buffer.dimensions = rank;
    what->buffer.dim = what->dimensions;
    return &what->buffer;
}

static inline halide_buffer_t *describe(floats *what, float *values, size_t count) {
    const int size = (int)count;
    return describe_sizes(what, values, 1, &size);
}

#define COUNT(array) (sizeof(array) / sizeof(float))
/* A row of all floats, and the same with up to four sizes. */
#define DESCRIBE(what, array) describe(&what, (float *)array, COUNT(array))
#define DESCRIBE_AS(what, array, ...)                                                              \
    describe_sizes(&what, (float *)array, (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)),       \
                   (const int[]){__VA_ARGS__})

static inline halide_buffer_t *describe_integers(floats *what, int32_t *integers, size_t count) {
    describe(what, (float *)integers, count);
    what->buffer.type.code = halide_type_int;
    return &what->buffer;
}

#define COUNT_OF_INTEGERS(array) (sizeof(array) / sizeof(int32_t))
