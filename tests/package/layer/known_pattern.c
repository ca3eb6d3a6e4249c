/* Compares a layer that has code for one pattern with plain loops. */
#include "floats.h"
#include "known_conv3.h"

#include <tiramisu/runtime.h>

#include <stdio.h>
#include <string.h>

enum { batch = 2, channels = 5, filters = 20, height = 9, width = 11, out_height = 5 };
enum { columns = channels * 9 };

static float src[batch][channels][height][width], bias[filters];
static float dst[batch][filters][out_height][width];

/* As in known_conv3.csr: one non-zero a filter. */
static float values[filters];
static int32_t row_starts[filters + 1], column_indices[filters];
static int32_t offsets[filters], starts[known_conv3_starts_size];

static void prepare(void) {
    float *all = (float *)src;
    size_t i;
    int f;
    for (i = 0; i < sizeof src / sizeof *all; ++i) {
        all[i] = (float)(i % 17) - 8;
    }
    for (f = 0; f < filters; ++f) {
        values[f] = 0.5f * (float)(f - 7);
        bias[f] = (float)f;
        column_indices[f] = f * 7 % columns;
        row_starts[f + 1] = f + 1;
    }
}

static int pack(void) {
    floats r, c, o, t;
    return known_conv3_pack_pattern(
        describe_integers(&r, row_starts, COUNT_OF_INTEGERS(row_starts)),
        describe_integers(&c, column_indices, filters), describe_integers(&o, offsets, filters),
        describe_integers(&t, starts, COUNT_OF_INTEGERS(starts)), filters);
}

static int run(void) {
    floats o, t, s, v, b, d;
    return known_conv3(DESCRIBE_AS(s, src, batch, channels, height, width),
                       describe(&v, values, filters), describe_integers(&o, offsets, filters),
                       describe_integers(&t, starts, COUNT_OF_INTEGERS(starts)), DESCRIBE(b, bias),
                       DESCRIBE_AS(d, dst, batch, filters, out_height, width), filters);
}

static float expected(int n, int f, int y, int x) {
    const int element = column_indices[f], c = element / 9;
    const int row = 2 * y + element / 3 % 3 - 1, column = x + element % 3 - 1;
    float sum = bias[f];
    if (row >= 0 && row < height && column >= 0 && column < width) {
        sum += values[f] * src[n][c][row][column];
    }
    return sum > 0 ? sum : 0;
}

static const char *check(void) {
    int n, f, y, x;
    memset(dst, 0xff, sizeof dst);
    if (pack() != 0 || run() != 0) {
        return "failed";
    }
    for (n = 0; n < batch; ++n) {
        for (f = 0; f < filters; ++f) {
            for (y = 0; y < out_height; ++y) {
                for (x = 0; x < width; ++x) {
                    if (dst[n][f][y][x] != expected(n, f, y, x)) {
                        return "wrong";
                    }
                }
            }
        }
    }
    return "right";
}

static void print_error(void *context, const char *text) {
    (void)context;
    printf("%s\n", text);
}

int main(void) {
    prepare();
    printf("%s\n", check());
    tiramisu_set_error_handler(print_error);
    column_indices[3]++;
    if (pack() == 0) {
        printf("another pattern is packed\n");
    }
    offsets[3]++;
    if (run() == 0) {
        printf("another pattern is run\n");
    }
    return 0;
}
