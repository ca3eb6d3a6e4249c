#pragma once

#include "../values.h"

/// Plain loops over tensors [channel][y][x], for comparison.

/// `in` is larger than the result by the filter's size less one; filter [fout][fin][y][x].
inline tensor<float> convolved(const tensor<float> &in, const tensor<float> &filter,
                               const tensor<float> &bias) {
    const int kx = filter.dim(0).extent(), ky = filter.dim(1).extent();
    tensor<float> out(in.dim(0).extent() - kx + 1, in.dim(1).extent() - ky + 1,
                      filter.dim(3).extent());
    out.for_each_element([&](int x, int y, int fout) {
        float sum = bias(fout);
        for (int fin = 0; fin < filter.dim(2).extent(); fin++) {
            for (int k = 0; k < kx * ky; k++) {
                sum += in(x + k % kx, y + k / kx, fin) * filter(k % kx, k / kx, fin, fout);
            }
        }
        out(x, y, fout) = sum;
    });
    return out;
}

/// The same where channels are innermost, those of the result in blocks: in[y][x][fin],
/// filter[block][y][x][fin][f], result[block][y][x][f].
inline tensor<float> convolved_to_blocks(const tensor<float> &in, const tensor<float> &filter,
                                         const tensor<float> &bias) {
    const int fins = filter.dim(1).extent(), kx = filter.dim(2).extent(),
              ky = filter.dim(3).extent();
    tensor<float> out(filter.dim(0).extent(), in.dim(1).extent() - kx + 1,
                      in.dim(2).extent() - ky + 1, filter.dim(4).extent());
    out.for_each_element([&](int f, int x, int y, int block) {
        float sum = bias(f, block);
        for (int k = 0; k < kx * ky; k++) {
            for (int fin = 0; fin < fins; fin++) {
                sum += in(fin, x + k % kx, y + k / kx) * filter(f, fin, k % kx, k / kx, block);
            }
        }
        out(f, x, y, block) = sum;
    });
    return out;
}

inline tensor<float> rectified(tensor<float> in) {
    in.for_each_value([](float &value) { value = std::max(value, 0.f); });
    return in;
}

inline tensor<float> max_pooled(const tensor<float> &in) {
    tensor<float> out(in.dim(0).extent() / 2, in.dim(1).extent() / 2, in.dim(2).extent());
    out.for_each_element([&](int x, int y, int f) {
        out(x, y, f) = std::max(std::max(in(2 * x, 2 * y, f), in(2 * x + 1, 2 * y, f)),
                                std::max(in(2 * x, 2 * y + 1, f), in(2 * x + 1, 2 * y + 1, f)));
    });
    return out;
}

/// With a border of zeros.
inline tensor<float> padded(const tensor<float> &in) {
    tensor<float> out(in.dim(0).extent() + 2, in.dim(1).extent() + 2, in.dim(2).extent());
    out.fill(0);
    in.for_each_element([&](int x, int y, int f) { out(x + 1, y + 1, f) = in(x, y, f); });
    return out;
}
