/* Compares chains with plain loops. */
#include "block.h"
#include "floats.h"
#include "sparse_block.h"

#include <stdio.h>
#include <tiramisu/runtime.h>

enum { batch = 2, channels = 5, height = 7, width = 9, kernel = 3 };

typedef float picture[channels][height][width];
typedef float filters[channels][channels][kernel][kernel];

static picture src[batch], dst[batch], between, result;
static filters first_weights, second_weights;
static float first_bias[channels];
static float packed[block_packed_weights_size];

/* A border of zeros around it, then the larger one of 0 and the sum. */
static void convolve(picture from, filters weights, const float *bias, picture added, picture to) {
    int f, y, x, c, k;
    for (f = 0; f < channels; ++f) {
        for (y = 0; y < height; ++y) {
            for (x = 0; x < width; ++x) {
                double sum = (bias ? bias[f] : 0) + (added ? added[f][y][x] : 0);
                for (c = 0; c < channels; ++c) {
                    for (k = 0; k < kernel * kernel; ++k) {
                        const int row = y + k / kernel - 1, column = x + k % kernel - 1;
                        if (row >= 0 && row < height && column >= 0 && column < width) {
                            sum += (double)weights[f][c][k / kernel][k % kernel] *
                                   from[c][row][column];
                        }
                    }
                }
                to[f][y][x] = sum > 0 ? (float)sum : 0;
            }
        }
    }
}

static int is_right(void) {
    size_t i;
    int n;
    for (n = 0; n < batch; ++n) {
        convolve(src[n], first_weights, first_bias, NULL, between);
        convolve(between, second_weights, NULL, src[n], result);
        for (i = 0; i < COUNT(result); ++i) {
            const float difference = ((float *)dst[n])[i] - ((float *)result)[i];
            if (!(difference < 1e-4f && difference > -1e-4f)) {
                return 0;
            }
        }
    }
    return 1;
}

static const char *check_block(void) {
    floats s, w, first, second, b, d;
    memset(dst, 0xff, sizeof dst);
    if (block_pack_weights(DESCRIBE_AS(first, first_weights, channels, channels, kernel, kernel),
                           DESCRIBE_AS(second, second_weights, channels, channels, kernel, kernel),
                           DESCRIBE(w, packed)) != 0 ||
        block(DESCRIBE_AS(s, src, batch, channels, height, width), &w.buffer,
              DESCRIBE(b, first_bias), DESCRIBE_AS(d, dst, batch, channels, height, width)) != 0) {
        return "failed";
    }
    return is_right() ? "right" : "wrong";
}

/* Weights in compressed rows, and their pattern as the chain reads it. */
enum { row_length = channels * kernel * kernel, elements = channels * row_length };

typedef struct {
    float values[elements];
    int32_t row_starts[channels + 1], column_indices[elements], offsets[elements];
    int32_t starts[sparse_block_starts_1_size];
    int32_t nonzeros;
    floats v, r, c, o, s;
} compressed;

static compressed first_compressed, second_compressed;

/* Makes all weights up to 0.4 zeros, and compresses the others. */
static void compress(compressed *made, filters weights) {
    float *weight = (float *)weights;
    int32_t nonzeros = 0;
    int f, column;
    for (f = 0; f < channels; ++f) {
        for (column = 0; column < row_length; ++column, ++weight) {
            if (*weight > 0.4f) {
                made->values[nonzeros] = *weight;
                made->column_indices[nonzeros++] = column;
            } else {
                *weight = 0;
            }
        }
        made->row_starts[f + 1] = nonzeros;
    }
    made->nonzeros = nonzeros;
    describe(&made->v, made->values, (size_t)nonzeros);
    describe_integers(&made->r, made->row_starts, COUNT_OF_INTEGERS(made->row_starts));
    describe_integers(&made->c, made->column_indices, (size_t)nonzeros);
    describe_integers(&made->o, made->offsets, (size_t)nonzeros);
    describe_integers(&made->s, made->starts, COUNT_OF_INTEGERS(made->starts));
}

static int pack_sparse_block(compressed *first, compressed *second) {
    return sparse_block_pack_pattern(
        &first->r.buffer, &first->c.buffer, &first->o.buffer, &first->s.buffer, &second->r.buffer,
        &second->c.buffer, &second->o.buffer, &second->s.buffer, first->nonzeros, second->nonzeros);
}

static int run_sparse_block(compressed *first, compressed *second) {
    floats s, b, d;
    return sparse_block(DESCRIBE_AS(s, src, batch, channels, height, width), &first->v.buffer,
                        &first->o.buffer, &first->s.buffer, DESCRIBE(b, first_bias),
                        &second->v.buffer, &second->o.buffer, &second->s.buffer,
                        DESCRIBE_AS(d, dst, batch, channels, height, width), first->nonzeros,
                        second->nonzeros);
}

static const char *check_sparse_block(void) {
    compressed *first = &first_compressed, *second = &second_compressed;
    compress(first, first_weights);
    compress(second, second_weights);
    memset(dst, 0xff, sizeof dst);
    if ((int)sparse_block_starts_2_size != (int)sparse_block_starts_1_size ||
        pack_sparse_block(first, second) != 0 || run_sparse_block(first, second) != 0) {
        return "failed";
    }
    return is_right() ? "right" : "wrong";
}

static void print_error(void *context, const char *text) {
    (void)context;
    printf("%s\n", text);
}

/* Of what check_sparse_block() has left; says why it is refused. */
static void spoil_sparse_block(void) {
    compressed *first = &first_compressed, *second = &second_compressed;
    tiramisu_set_error_handler(print_error);
    second->offsets[0] = -1;
    if (run_sparse_block(first, second) == 0) {
        printf("a wrong offset is accepted\n");
    }
    second->column_indices[0] = row_length;
    if (pack_sparse_block(first, second) == 0) {
        printf("a wrong column is accepted\n");
    }
}

int main(void) {
    fill((float *)src, COUNT(src), 1);
    fill((float *)first_weights, COUNT(first_weights), 2);
    fill((float *)second_weights, COUNT(second_weights), 3);
    fill(first_bias, COUNT(first_bias), 4);
    printf("%s\n", check_block());
    printf("%s\n", check_sparse_block());
    spoil_sparse_block();
    return 0;
}
