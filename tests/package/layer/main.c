/* Compares layers with plain loops. */
#include "conv3.h"
#include "conv3_any.h"
#include "conv3_any_size.h"
#include "conv3_naive.h"
#include "floats.h"
#include "product.h"
#include "recurrent.h"
#include "sparse_conv3.h"
#include "sparse_product.h"
#include "sparse_recurrent.h"

#include <tiramisu/runtime.h>

#include <stdio.h>
#include <string.h>

/* What is packed for one is nothing for the other. */
#if conv3_packed_weights_tag == conv3_naive_packed_weights_tag ||                                  \
    sparse_conv3_packed_weights_tag == sparse_product_packed_weights_tag
#error "different layers have one tag"
#endif
#if !recurrent_packed_weights_tag || !sparse_recurrent_packed_weights_tag ||                       \
    !product_packed_weights_tag
#error "a layer has no tag"
#endif

enum { batch = 2, channels = 5, filters = 20, height = 9, width = 11, out_height = 5, kernel = 3 };

static float src[batch][channels][height][width];
static float weights[filters][channels][kernel][kernel];
static float bias[filters];
static float dst[batch][filters][out_height][width];
static float packed[conv3_packed_weights_size], packed_naive[conv3_naive_packed_weights_size];

static float expected(int n, int f, int y, int x) {
    double sum = bias[f];
    int c, ky, kx;
    for (c = 0; c < channels; ++c) {
        for (ky = 0; ky < kernel; ++ky) {
            for (kx = 0; kx < kernel; ++kx) {
                const int row = 2 * y + ky - 1, column = x + kx - 1;
                if (row >= 0 && row < height && column >= 0 && column < width) {
                    sum += (double)weights[f][c][ky][kx] * src[n][c][row][column];
                }
            }
        }
    }
    return sum > 0 ? (float)sum : 0;
}

static int is_right(void) {
    int n, f, y, x;
    for (n = 0; n < batch; ++n) {
        for (f = 0; f < filters; ++f) {
            for (y = 0; y < out_height; ++y) {
                for (x = 0; x < width; ++x) {
                    const float difference = dst[n][f][y][x] - expected(n, f, y, x);
                    if (!(difference < 1e-4f && difference > -1e-4f)) {
                        return 0;
                    }
                }
            }
        }
    }
    return 1;
}

typedef int pack_function(halide_buffer_t *, halide_buffer_t *);
typedef int layer_function(halide_buffer_t *, halide_buffer_t *, halide_buffer_t *,
                           halide_buffer_t *);

static const char *check(pack_function *pack, layer_function *layer,
                         halide_buffer_t *packed_weights) {
    floats s, w, b, d;
    memset(dst, 0xff, sizeof dst);
    if (pack(DESCRIBE_AS(w, weights, filters, channels, kernel, kernel), packed_weights) != 0 ||
        layer(DESCRIBE_AS(s, src, batch, channels, height, width), packed_weights,
              DESCRIBE(b, bias), DESCRIBE_AS(d, dst, batch, filters, out_height, width)) != 0) {
        return "failed";
    }
    return is_right() ? "right" : "wrong";
}

/* Of both pictures, then of the second one alone once more. */
static const char *check_any_batch(void) {
    static float packed_any[conv3_any_packed_weights_size];
    floats s, w, b, d, p;
    halide_buffer_t *described_packed = DESCRIBE(p, packed_any);
    memset(dst, 0xff, sizeof dst);
    if (conv3_any_pack_weights(DESCRIBE_AS(w, weights, filters, channels, kernel, kernel),
                               described_packed) != 0 ||
        conv3_any(DESCRIBE_AS(s, src, batch, channels, height, width), described_packed,
                  DESCRIBE(b, bias), DESCRIBE_AS(d, dst, batch, filters, out_height, width),
                  batch) != 0) {
        return "failed";
    }
    if (!is_right()) {
        return "wrong";
    }
    memset(dst[1], 0xff, sizeof dst[1]);
    if (conv3_any(DESCRIBE_AS(s, src[1], 1, channels, height, width), described_packed,
                  DESCRIBE(b, bias), DESCRIBE_AS(d, dst[1], 1, filters, out_height, width),
                  1) != 0) {
        return "failed";
    }
    return is_right() ? "right" : "wrong";
}

/* Of the size that it is cut for, then of one column less, which leaves one column less. */
static const char *check_any_size(void) {
    static float packed_any[conv3_any_size_packed_weights_size];
    static float narrow_src[batch][channels][height][width - 1];
    static float narrow_dst[batch][filters][out_height][width - 1];
    floats s, w, b, d, p;
    halide_buffer_t *described_packed = DESCRIBE(p, packed_any);
    int n, c, y, x;
    memset(dst, 0xff, sizeof dst);
    if (conv3_any_size_pack_weights(DESCRIBE_AS(w, weights, filters, channels, kernel, kernel),
                                    described_packed) != 0 ||
        conv3_any_size(DESCRIBE_AS(s, src, batch, channels, height, width), described_packed,
                       DESCRIBE(b, bias), DESCRIBE_AS(d, dst, batch, filters, out_height, width),
                       batch, height, width) != 0) {
        return "failed";
    }
    if (!is_right()) {
        return "wrong";
    }
    for (n = 0; n < batch; ++n) {
        for (c = 0; c < channels; ++c) {
            for (y = 0; y < height; ++y) {
                for (x = 0; x < width - 1; ++x) {
                    narrow_src[n][c][y][x] = src[n][c][y][x];
                }
            }
        }
    }
    if (conv3_any_size(DESCRIBE_AS(s, narrow_src, batch, channels, height, width - 1),
                       described_packed, DESCRIBE(b, bias),
                       DESCRIBE_AS(d, narrow_dst, batch, filters, out_height, width - 1), batch,
                       height, width - 1) != 0) {
        return "failed";
    }
    /* All but the last column, which meets the border. */
    for (n = 0; n < batch; ++n) {
        for (c = 0; c < filters; ++c) {
            for (y = 0; y < out_height; ++y) {
                for (x = 0; x < width - 2; ++x) {
                    dst[n][c][y][x] = narrow_dst[n][c][y][x];
                }
            }
        }
    }
    return is_right() ? "right" : "wrong";
}

/* Of `weights`, in compressed rows; their pattern as the convolution reads it. */
enum { row_length = channels * kernel * kernel };

static float values[filters * row_length];
static int32_t row_starts[filters + 1], column_indices[filters * row_length];
static int32_t offsets[filters * row_length], starts[sparse_conv3_starts_size];

/* Makes all weights up to 0.4 zeros; counts the others. */
static int32_t prune(void) {
    float *weight = (float *)weights;
    int32_t nonzeros = 0;
    int f, column;
    for (f = 0; f < filters; ++f) {
        for (column = 0; column < row_length; ++column, ++weight) {
            if (*weight > 0.4f) {
                values[nonzeros] = *weight;
                column_indices[nonzeros++] = column;
            } else {
                *weight = 0;
            }
        }
        row_starts[f + 1] = nonzeros;
    }
    return nonzeros;
}

static int pack_sparse(int32_t nonzeros) {
    floats r, c, o, t;
    return sparse_conv3_pack_pattern(
        describe_integers(&r, row_starts, COUNT_OF_INTEGERS(row_starts)),
        describe_integers(&c, column_indices, (size_t)nonzeros),
        describe_integers(&o, offsets, (size_t)nonzeros),
        describe_integers(&t, starts, COUNT_OF_INTEGERS(starts)), nonzeros);
}

static int run_sparse(int32_t nonzeros) {
    floats o, t, s, v, b, d;
    return sparse_conv3(DESCRIBE_AS(s, src, batch, channels, height, width),
                        describe(&v, values, (size_t)nonzeros),
                        describe_integers(&o, offsets, (size_t)nonzeros),
                        describe_integers(&t, starts, COUNT_OF_INTEGERS(starts)), DESCRIBE(b, bias),
                        DESCRIBE_AS(d, dst, batch, filters, out_height, width), nonzeros);
}

static const char *check_sparse(void) {
    const int32_t nonzeros = prune();
    memset(dst, 0xff, sizeof dst);
    if (pack_sparse(nonzeros) != 0 || run_sparse(nonzeros) != 0) {
        return "failed";
    }
    return is_right() ? "right" : "wrong";
}

static void print_error(void *context, const char *text) {
    (void)context;
    printf("%s\n", text);
}

/* Of what check_sparse() has left; says why it is refused. */
static void spoil_sparse(void) {
    const int32_t nonzeros = row_starts[filters], offset = offsets[0];
    const tiramisu_error_handler before = tiramisu_set_error_handler(print_error);
    offsets[0] = -1;
    if (run_sparse(nonzeros) == 0) {
        printf("a wrong offset is accepted\n");
    }
    offsets[0] = offset;
    column_indices[0] = row_length;
    if (pack_sparse(nonzeros) == 0) {
        printf("a wrong column is accepted\n");
    }
    tiramisu_set_error_handler(before);
}

enum { rows = 10, columns = 19, depth = 7 };

static float a[rows][depth], b[depth][columns], c[rows][columns];
static float packed_b[product_packed_weights_size];

/* c starts as ones. */
static const char *check_product(void) {
    floats described_a, described_b, described_c, described_packed;
    int i, j, k;
    for (i = 0; i < rows * columns; ++i) {
        c[i / columns][i % columns] = 1;
    }
    if (product_pack_weights(DESCRIBE_AS(described_b, b, depth, columns),
                             DESCRIBE(described_packed, packed_b)) != 0 ||
        product(DESCRIBE_AS(described_a, a, rows, depth), &described_packed.buffer,
                DESCRIBE_AS(described_c, c, rows, columns)) != 0) {
        return "failed";
    }
    for (i = 0; i < rows; ++i) {
        for (j = 0; j < columns; ++j) {
            double difference = 1 - c[i][j];
            for (k = 0; k < depth; ++k) {
                difference += (double)a[i][k] * b[k][j];
            }
            if (!(difference < 1e-4 && difference > -1e-4)) {
                return "wrong";
            }
        }
    }
    return "right";
}

static float turned_c[columns][rows];
static int32_t row_starts_of_a[rows + 1], columns_of_a[rows * depth];
static int32_t offsets_of_a[rows * depth], starts_of_a[sparse_product_starts_size];

/* Of the elements of a that are not below 0. */
static const char *check_sparse_product(void) {
    floats r, o, t, l, v, m, d;
    float kept[rows * depth];
    int i, j, k, nonzeros = 0;
    for (i = 0; i < rows; ++i) {
        for (k = 0; k < depth; ++k) {
            if (a[i][k] >= 0) {
                kept[nonzeros] = a[i][k];
                columns_of_a[nonzeros++] = k;
            }
        }
        row_starts_of_a[i + 1] = nonzeros;
    }
    describe_integers(&o, offsets_of_a, (size_t)nonzeros);
    describe_integers(&t, starts_of_a, COUNT_OF_INTEGERS(starts_of_a));
    if (sparse_product_pack_pattern(
            describe_integers(&r, row_starts_of_a, COUNT_OF_INTEGERS(row_starts_of_a)),
            describe_integers(&l, columns_of_a, (size_t)nonzeros), &o.buffer, &t.buffer,
            nonzeros) != 0 ||
        sparse_product(DESCRIBE_AS(m, b, depth, columns), describe(&v, kept, (size_t)nonzeros),
                       &o.buffer, &t.buffer, DESCRIBE_AS(d, turned_c, columns, rows),
                       nonzeros) != 0) {
        return "failed";
    }
    for (i = 0; i < rows; ++i) {
        for (j = 0; j < columns; ++j) {
            double difference = -turned_c[j][i];
            for (k = 0; k < depth; ++k) {
                difference += a[i][k] >= 0 ? (double)a[i][k] * b[k][j] : 0;
            }
            if (!(difference < 1e-4 && difference > -1e-4)) {
                return "wrong";
            }
        }
    }
    return "right";
}

enum { steps = 2, step_channels = 3, units = 5 };

/* Of up to 7 steps. Weights are of the input, then of the hidden state. */
static struct { float of_input[units][step_channels], of_hidden[units][units]; } recurrent_weights;
static float sequence[steps][step_channels], first[units], hidden[steps][units], last[units];
static float packed_recurrent[recurrent_packed_weights_size];
static int32_t lengths[] = {steps};

static const char *check_hidden(void) {
    int t, unit, k;
    for (t = 0; t < steps; ++t) {
        const float *before = t == 0 ? first : hidden[t - 1];
        for (unit = 0; unit < units; ++unit) {
            double sum = 0, difference;
            for (k = 0; k < step_channels; ++k) {
                sum += (double)recurrent_weights.of_input[unit][k] * sequence[t][k];
            }
            for (k = 0; k < units; ++k) {
                sum += (double)recurrent_weights.of_hidden[unit][k] * before[k];
            }
            difference = (sum > 0 ? sum : 0) - hidden[t][unit];
            if (!(difference < 1e-4 && difference > -1e-4)) {
                return "wrong";
            }
        }
    }
    return memcmp(last, hidden[steps - 1], sizeof last) == 0 ? "right" : "wrong";
}

static const char *check_recurrent(void) {
    floats w, p, s, f, n, h, l;
    if (recurrent_pack_weights(
            describe(&w, (float *)&recurrent_weights, sizeof recurrent_weights / sizeof(float)),
            DESCRIBE(p, packed_recurrent)) != 0 ||
        recurrent(DESCRIBE_AS(s, sequence, steps, 1, step_channels), &p.buffer,
                  DESCRIBE_AS(f, first, 1, 1, units),
                  describe_integers(&n, lengths, COUNT_OF_INTEGERS(lengths)),
                  DESCRIBE_AS(h, hidden, steps, 1, units), DESCRIBE_AS(l, last, 1, 1, units),
                  steps) != 0) {
        return "failed";
    }
    return check_hidden();
}

/* The layer is made for 7 steps, and says why it takes no other numbers. */
static void spoil_recurrent(void) {
    static float packed_weights[recurrent_packed_weights_size];
    static float long_sequence[8][step_channels], long_hidden[8][units];
    const int wrong_steps[] = {8, -1};
    floats p, s, f, n, h, l;
    const tiramisu_error_handler before = tiramisu_set_error_handler(print_error);
    int i;
    DESCRIBE(p, packed_weights);
    DESCRIBE_AS(f, first, 1, 1, units);
    DESCRIBE_AS(l, last, 1, 1, units);
    describe_integers(&n, lengths, COUNT_OF_INTEGERS(lengths));
    for (i = 0; i < 4; ++i) {
        /* Memory for as many steps as are told, so that only their number is wrong. */
        const int told = i < 2 ? wrong_steps[i] : steps;
        const int described = told < 0 ? 0 : told;
        lengths[0] = i == 2 ? steps + 1 : i == 3 ? -2 : 0;
        DESCRIBE_AS(s, long_sequence, described, 1, step_channels);
        DESCRIBE_AS(h, long_hidden, described, 1, units);
        if (recurrent(&s.buffer, &p.buffer, &f.buffer, &n.buffer, &h.buffer, &l.buffer, told) ==
            0) {
            printf("%d steps and a length of %d are accepted\n", told, (int)lengths[0]);
        }
    }
    lengths[0] = steps;
    tiramisu_set_error_handler(before);
}

/* Its two matrices below each other, in compressed rows. */
enum { recurrent_elements = units * (step_channels + units) };

static float kept_values[recurrent_elements];
static int32_t kept_columns[recurrent_elements], kept_starts[2 * units + 1];
static float packed_values[recurrent_elements + sparse_recurrent_fillings];
static int32_t packed_offsets[recurrent_elements + sparse_recurrent_fillings];
static int32_t packed_starts[sparse_recurrent_starts_size];
static int32_t packed_places[sparse_recurrent_places_size];

/* Makes all weights up to 0.1 zeros; counts the others. */
static int32_t prune_recurrent(void) {
    float *weight = (float *)&recurrent_weights;
    int32_t nonzeros = 0;
    int row, column;
    for (row = 0; row < 2 * units; ++row) {
        for (column = 0; column < (row < units ? step_channels : units); ++column, ++weight) {
            if (*weight > 0.1f) {
                kept_values[nonzeros] = *weight;
                kept_columns[nonzeros++] = column;
            } else {
                *weight = 0;
            }
        }
        kept_starts[row + 1] = nonzeros;
    }
    return nonzeros;
}

static const char *check_sparse_recurrent(void) {
    floats r, c, v, t, w, o, p, s, f, h, l;
    const int32_t nonzeros = prune_recurrent();
    const int32_t packed = nonzeros + sparse_recurrent_fillings;
    halide_buffer_t *described_starts =
        describe_integers(&t, packed_starts, COUNT_OF_INTEGERS(packed_starts));
    halide_buffer_t *described_places =
        describe_integers(&w, packed_places, COUNT_OF_INTEGERS(packed_places));
    halide_buffer_t *described_offsets = describe_integers(&o, packed_offsets, (size_t)packed);
    halide_buffer_t *described_values = describe(&p, packed_values, (size_t)packed);
    memset(hidden, 0xff, sizeof hidden);
    if (sparse_recurrent_pack_weights(
            describe_integers(&r, kept_starts, COUNT_OF_INTEGERS(kept_starts)),
            describe_integers(&c, kept_columns, (size_t)nonzeros),
            describe(&v, kept_values, (size_t)nonzeros), described_starts, described_places,
            described_offsets, described_values, nonzeros, packed) != 0 ||
        sparse_recurrent(DESCRIBE_AS(s, sequence, steps, 1, step_channels), described_values,
                         described_offsets, described_starts, described_places,
                         DESCRIBE_AS(f, first, 1, 1, units),
                         DESCRIBE_AS(h, hidden, steps, 1, units), DESCRIBE_AS(l, last, 1, 1, units),
                         packed) != 0) {
        return "failed";
    }
    return check_hidden();
}

int main(void) {
    floats p, p_naive;
    fill((float *)src, COUNT(src), 1);
    fill((float *)weights, COUNT(weights), 2);
    fill(bias, COUNT(bias), 3);
    printf("%s\n", check(conv3_pack_weights, conv3, DESCRIBE(p, packed)));
    printf("%s\n", check(conv3_naive_pack_weights, conv3_naive, DESCRIBE(p_naive, packed_naive)));
    printf("%s\n", check_any_batch());
    printf("%s\n", check_any_size());
    printf("%s\n", check_sparse());
    spoil_sparse();
    fill((float *)a, COUNT(a), 4);
    fill((float *)b, COUNT(b), 5);
    printf("%s\n", check_product());
    printf("%s\n", check_sparse_product());
    fill((float *)&recurrent_weights, sizeof recurrent_weights / sizeof(float), 6);
    fill((float *)sequence, COUNT(sequence), 7);
    fill(first, COUNT(first), 8);
    printf("%s\n", check_recurrent());
    spoil_recurrent();
    printf("%s\n", check_sparse_recurrent());
    return 0;
}
