#pragma once

#include "../size.h"
#include "layers.h"

/// The images, [batch][channel][y][x], with one index for all of an image.
inline tensor<float> flat(const tensor<float> &images) {
    const int batch = images.dim(3).extent();
    return tensor<float>(images.data(), int(images.number_of_elements()) / batch, batch);
}

/// A filter [fout][fin][y][x] with zeros, and its weights in CSR form for images of this width: row
/// f has the weights values(k) at offsets indices(k) for starts(f) <= k < starts(f + 1).
struct sparse_filter {
    tensor<float> dense, values;
    tensor<int> starts, indices;

    sparse_filter(int fin, int fout, int width)
        : dense(::values<float>(5, 3, 3, fin, fout)), values(9 * fin * fout), starts(fout + 1),
          indices(9 * fin * fout) {
        int k = 0;
        dense.for_each_element([&](int x, int y, int c, int f) {
            if (x == 0 && y == 0 && c == 0) {
                starts(f) = k;
            }
            if ((x + 2 * y + c + f) % 3 != 0 || f == 1) {
                dense(x, y, c, f) = 0;
                return;
            }
            values(k) = dense(x, y, c, f);
            indices(k++) = (c * width + y) * width + x;
        });
        starts(fout) = k;
    }
};

/// Compares a generated sparse convolution of two images, followed by `activation`, with plain
/// loops.
template <typename Kernel, typename Activation>
void check_sparse_conv(int argc, char **argv, const Kernel &sparse_conv,
                       const Activation &activation) {
    const int N = size_of(argc, argv, 9, 30);
    sparse_filter filter(3, 5, N + 2);
    tensor<float> in = values<float>(1, N + 2, N + 2, 3, 2), bias = values<float>(2, 5);
    tensor<float> out(N, N, 5, 2), expected(N, N, 5, 2);
    for (int b = 0; b < 2; b++) {
        expected.sliced(3, b).copy_from(activation(convolved(in.sliced(3, b), filter.dense, bias)));
    }
    sparse_conv(flat(in), filter.starts, filter.indices, filter.values, bias, out);
    compare_buffers("sparse_conv", out, expected);
}
