#include "dnn/backward_reference.h"

#include <array>
#include <cstddef>

#include "dnn/images.h"

namespace tiramisu::bench {

namespace {

/// Calls visit(of the image, of the weights, of the result) for each product that the convolution
/// sums up, with the elements' places in the plain tensors.
template <typename Visit>
void for_each_product(const nn::conv2d_problem &p, const Visit &visit) {
    const int channels = p.ic / p.g, filters = p.oc / p.g;
    for (int plane = 0; plane < p.mb * p.oc; plane++) {
        const int n = plane / p.oc, f = plane % p.oc;
        for (int k = 0; k < channels * p.kh * p.kw; k++) {
            const int c = f / filters * channels + k / (p.kh * p.kw);
            const int down = k / p.kw % p.kh * (p.dh + 1) - p.ph;
            const int right = k % p.kw * (p.dw + 1) - p.pw;
            const std::ptrdiff_t image = static_cast<std::ptrdiff_t>(n * p.ic + c) * p.ih;
            const std::ptrdiff_t weight =
                static_cast<std::ptrdiff_t>(f) * channels * p.kh * p.kw + k;
            for (int y = 0; y < p.oh; y++) {
                const int row = y * p.sh + down;
                if (row < 0 || row >= p.ih) {
                    continue;
                }
                for (int x = 0; x < p.ow; x++) {
                    const int column = x * p.sw + right;
                    if (column >= 0 && column < p.iw) {
                        visit((image + row) * p.iw + column, weight,
                              (static_cast<std::ptrdiff_t>(plane) * p.oh + y) * p.ow + x);
                    }
                }
            }
        }
    }
}

std::vector<double> zeros(const std::array<int, 4> &extents) {
    return std::vector<double>(plain_count(extents));
}

} // namespace

std::vector<double> reference_backward_data(const nn::conv2d_problem &problem,
                                            const aligned_floats &diff_dst,
                                            const aligned_floats &weights) {
    std::vector<double> sums = zeros(problem.src_extents());
    const float *from = diff_dst.data(), *by = weights.data();
    double *to = sums.data();
    for_each_product(problem, [=](std::ptrdiff_t image, std::ptrdiff_t weight, std::ptrdiff_t dst) {
        to[image] += static_cast<double>(by[weight]) * from[dst];
    });
    return sums;
}

std::vector<double> reference_backward_weights(const nn::conv2d_problem &problem,
                                               const aligned_floats &src,
                                               const aligned_floats &diff_dst) {
    std::vector<double> sums = zeros(problem.weights_extents());
    const float *from = src.data(), *by = diff_dst.data();
    double *to = sums.data();
    for_each_product(problem, [=](std::ptrdiff_t image, std::ptrdiff_t weight, std::ptrdiff_t dst) {
        to[weight] += static_cast<double>(from[image]) * by[dst];
    });
    return sums;
}

} // namespace tiramisu::bench
