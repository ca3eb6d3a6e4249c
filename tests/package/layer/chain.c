/* Compares chains with plain loops. */
#include "block.h"
#include "floats.h"

#include <stdio.h>

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
    if (block_pack_weights(DESCRIBE(first, first_weights), DESCRIBE(second, second_weights),
                           DESCRIBE(w, packed)) != 0 ||
        block(DESCRIBE(s, src), &w.buffer, DESCRIBE(b, first_bias), DESCRIBE(d, dst)) != 0) {
        return "failed";
    }
    return is_right() ? "right" : "wrong";
}

int main(void) {
    fill((float *)src, COUNT(src), 1);
    fill((float *)first_weights, COUNT(first_weights), 2);
    fill((float *)second_weights, COUNT(second_weights), 3);
    fill(first_bias, COUNT(first_bias), 4);
    printf("%s\n", check_block());
    return 0;
}
