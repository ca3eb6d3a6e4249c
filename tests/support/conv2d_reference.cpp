#include "support/conv2d_reference.h"

#include <algorithm>
#include <array>
#include <limits>
#include <random>

#include "support/layer_values.h"

namespace tiramisu::oracle {

namespace {

using nn::conv2d_problem;
namespace post = nn::post;

std::size_t count(const std::array<int, 4> &extents) {
    std::size_t product = 1;
    for (const int extent : extents) {
        product *= static_cast<std::size_t>(extent);
    }
    return product;
}

std::size_t at(const std::array<int, 4> &extents, int n, int c, int y, int x) {
    return static_cast<std::size_t>(((n * extents[1] + c) * extents[2] + y) * extents[3] + x);
}

double sum_at(const conv2d_problem &p, const conv2d_data &data, int n, int f, int y, int x) {
    const int channels = p.ic / p.g, first = f / (p.oc / p.g) * channels;
    double sum = p.bias ? data.bias[static_cast<std::size_t>(f)] : 0.0;
    for (int c = 0; c < channels; c++) {
        for (int ky = 0; ky < p.kh; ky++) {
            for (int kx = 0; kx < p.kw; kx++) {
                const int row = y * p.sh - p.ph + ky * (p.dh + 1);
                const int column = x * p.sw - p.pw + kx * (p.dw + 1);
                if (row >= 0 && row < p.ih && column >= 0 && column < p.iw) {
                    sum +=
                        static_cast<double>(data.weights[at(p.weights_extents(), f, c, ky, kx)]) *
                        data.src[at(p.src_extents(), n, first + c, row, column)];
                }
            }
        }
    }
    return sum;
}

double pooled(const conv2d_problem &p, const std::vector<double> &values, int n, int f, int y,
              int x) {
    const post::pool &pool = *p.pooling();
    double sum = 0, largest = -std::numeric_limits<double>::infinity();
    int inside = 0;
    for (int wy = 0; wy < pool.kh; wy++) {
        for (int wx = 0; wx < pool.kw; wx++) {
            const int row = y * pool.sh - pool.ph + wy, column = x * pool.sw - pool.pw + wx;
            if (row >= 0 && row < p.oh && column >= 0 && column < p.ow) {
                const double value = values[at(p.conv_extents(), n, f, row, column)];
                sum += value;
                largest = std::max(largest, value);
                inside++;
            }
        }
    }
    switch (pool.what) {
    case post::pool::kind::max: return largest;
    case post::pool::kind::average_with_padding: return sum / (pool.kh * pool.kw);
    case post::pool::kind::average_without_padding: return sum / inside;
    }
    return 0;
}

template <typename Value>
std::vector<double> tensor_of(const std::array<int, 4> &extents, const Value &value) {
    std::vector<double> made;
    made.reserve(count(extents));
    for (int n = 0; n < extents[0]; n++) {
        for (int c = 0; c < extents[1]; c++) {
            for (int y = 0; y < extents[2]; y++) {
                for (int x = 0; x < extents[3]; x++) {
                    made.push_back(value(n, c, y, x));
                }
            }
        }
    }
    return made;
}

} // namespace

conv2d_data::conv2d_data(const conv2d_problem &problem, unsigned seed) {
    std::mt19937 source(seed);
    src = random_floats(count(problem.src_extents()), source);
    weights = random_floats(count(problem.weights_extents()), source);
    bias = random_floats(problem.bias ? static_cast<std::size_t>(problem.oc) : 0, source);
    residual = random_floats(problem.has_residual() ? count(problem.conv_extents()) : 0, source);
}

std::vector<double> reference_conv2d(const conv2d_problem &p, const conv2d_data &data) {
    const std::vector<double> values = tensor_of(p.conv_extents(), [&](int n, int f, int y, int x) {
        double value = sum_at(p, data, n, f, y, x);
        const double residual =
            p.has_residual() ? data.residual[at(p.conv_extents(), n, f, y, x)] : 0.0;
        for (const nn::post_op &op : p.post_ops) {
            value = after_post_op(op, value, residual);
        }
        return value;
    });
    if (p.pooling() == nullptr) {
        return values;
    }
    return tensor_of(p.dst_extents(),
                     [&](int n, int f, int y, int x) { return pooled(p, values, n, f, y, x); });
}

} // namespace tiramisu::oracle
