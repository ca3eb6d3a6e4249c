#include "shifted.h"

#include <HalideRuntime.h>
#include <tiramisu/runtime.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int32_t input[1000], output[1000];

static void describe(halide_buffer_t *buffer, halide_dimension_t *dimension, int32_t *elements) {
    memset(buffer, 0, sizeof *buffer);
    memset(dimension, 0, sizeof *dimension);
    dimension->extent = 1000;
    dimension->stride = 1;
    buffer->host = (uint8_t *)elements;
    buffer->type.code = halide_type_int;
    buffer->type.bits = 32;
    buffer->type.lanes = 1;
    buffer->dimensions = 1;
    buffer->dim = dimension;
}

int main(void) {
    halide_buffer_t in, out;
    halide_dimension_t in_dimension, out_dimension;
    int i;
    for (i = 0; i < 1000; ++i) {
        input[i] = i;
    }
    describe(&in, &in_dimension, input);
    describe(&out, &out_dimension, output);
    tiramisu_set_num_threads(2);
    if (shifted(&in, &out) != 0) {
        return 1;
    }
    printf("%d %s\n", (int)output[999], tiramisu_version());
    return 0;
}
