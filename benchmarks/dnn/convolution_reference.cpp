#include "dnn/convolution_reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dnn/tensor_references.h"

namespace tiramisu::bench {

namespace {

/// Positions of the result from which an element of the kernel meets the image.
struct positions {
    int first, end;

    /// `offset` is that of the element from the kernel's first.
    positions(int offset, int stride, int padding, int size, int count)
        : first(std::max(0, (padding - offset + stride - 1) / stride)),
          end(std::min(count, size + padding - offset <= 0
                                  ? 0
                                  : (size + padding - offset - 1) / stride + 1)) {}
};

/// Adds one element of the kernel times the image that it meets to a plane of the result.
void add_products(const nn::conv2d_problem &p, const float *plane, double weight, int ky, int kx,
                  double *result) {
    const int down = ky * (p.dh + 1), right = kx * (p.dw + 1);
    const positions rows(down, p.sh, p.ph, p.ih, p.oh), columns(right, p.sw, p.pw, p.iw, p.ow);
    for (int y = rows.first; y < rows.end; y++) {
        const float *from = plane + (y * p.sh - p.ph + down) * p.iw - p.pw + right;
        double *to = result + y * p.ow;
        for (int x = columns.first; x < columns.end; x++) {
            to[x] += weight * from[x * p.sw];
        }
    }
}

std::vector<double> convolved(const nn::conv2d_problem &p, const float *src, const float *weights) {
    const std::ptrdiff_t in_plane = p.ih * p.iw, out_plane = p.oh * p.ow;
    const int channels = p.ic / p.g, filters = p.oc / p.g;
    std::vector<double> result(static_cast<std::size_t>(p.mb * p.oc * out_plane), 0.0);
#pragma omp parallel for
    for (int plane = 0; plane < p.mb * p.oc; plane++) {
        const int n = plane / p.oc, f = plane % p.oc, first = f / filters * channels;
        for (int c = 0; c < channels; c++) {
            const float *from = src + (n * p.ic + first + c) * in_plane;
            const float *by = weights + (f * channels + c) * p.kh * p.kw;
            for (int k = 0; k < p.kh * p.kw; k++) {
                add_products(p, from, by[k], k / p.kw, k % p.kw, result.data() + plane * out_plane);
            }
        }
    }
    return result;
}

struct of_one_value {
    double x, residual;

    double operator()(const nn::post::relu &) const { return std::max(x, 0.0); }
    double operator()(const nn::post::leaky_relu &op) const { return x > 0 ? x : op.slope * x; }
    double operator()(const nn::post::clip &op) const {
        return std::min(std::max(x, double{op.low}), double{op.high});
    }
    double operator()(const nn::post::sigmoid &) const { return 1 / (1 + std::exp(-x)); }
    double operator()(const nn::post::tanh &) const { return std::tanh(x); }
    double operator()(const nn::post::swish &) const { return x / (1 + std::exp(-x)); }
    double operator()(const nn::post::hard_swish &) const {
        return x * std::min(std::max(x / 6 + 0.5, 0.0), 1.0);
    }
    double operator()(const nn::post::residual_add &) const { return x + residual; }
    double operator()(const nn::post::pool &) const { return x; } // see pooled()
};

/// Adds the bias, which is empty where there is none, and does the post-ops on single values.
void finish(const nn::conv2d_problem &p, const aligned_floats &bias, const aligned_floats &residual,
            std::vector<double> &values) {
    const std::size_t plane = static_cast<std::size_t>(p.oh) * static_cast<std::size_t>(p.ow);
    for (std::size_t i = 0; i < values.size() && !bias.empty(); i++) {
        values[i] += bias[i / plane % bias.size()];
    }
    for (const nn::post_op &one : p.post_ops) {
        const bool adds = std::holds_alternative<nn::post::residual_add>(one);
        for (std::size_t i = 0; i < values.size(); i++) {
            values[i] = std::visit(of_one_value{values[i], adds ? residual.at(i) : 0.0}, one);
        }
    }
}

std::vector<double> pooled(const nn::conv2d_problem &p, const std::vector<double> &values) {
    const nn::post::pool &pool = *p.pooling();
    const auto extents = p.dst_extents();
    const int planes = extents[0] * extents[1], rows = extents[2], columns = extents[3];
    std::vector<double> result(static_cast<std::size_t>(planes) *
                               static_cast<std::size_t>(rows * columns));
    for (int i = 0; i < planes * rows * columns; i++) {
        const int plane = i / (rows * columns), y = i / columns % rows, x = i % columns;
        const double *from = values.data() + plane * std::ptrdiff_t{p.oh * p.ow};
        const int top = y * pool.sh - pool.ph, left = x * pool.sw - pool.pw;
        double largest = -std::numeric_limits<double>::infinity(), sum = 0;
        int count = 0;
        for (int row = std::max(top, 0); row < std::min(top + pool.kh, p.oh); row++) {
            for (int column = std::max(left, 0); column < std::min(left + pool.kw, p.ow);
                 column++) {
                const double value = from[row * p.ow + column];
                largest = std::max(largest, value);
                sum += value;
                count++;
            }
        }
        using kind = nn::post::pool::kind;
        const int counted = pool.what == kind::average_with_padding ? pool.kh * pool.kw : count;
        result[static_cast<std::size_t>(i)] = pool.what == kind::max ? largest : sum / counted;
    }
    return result;
}

aligned_floats resized_src(const convolution_data &data) {
    if (!data.resizing) {
        return data.src;
    }
    const std::vector<double> made = reference(*data.resizing, {data.src});
    return {made.begin(), made.end()};
}

} // namespace

std::vector<double> reference_convolutions(const convolution_data &data) {
    std::vector<double> result;
    aligned_floats src = resized_src(data), residual = data.is_chain() ? src : data.residual;
    if (data.shortcut) {
        result = convolved(*data.shortcut, src.data(), data.weights.back().data());
        finish(*data.shortcut, data.biases.back(), src, result);
        residual.assign(result.begin(), result.end());
    }
    for (std::size_t i = 0; i < data.steps.size(); i++) {
        const nn::conv2d_problem &step = data.steps[i];
        result = convolved(step, src.data(), data.weights[i].data());
        finish(step, data.biases[i], residual, result);
        if (step.pooling() != nullptr) {
            result = pooled(step, result);
        }
        src.assign(result.begin(), result.end());
    }
    return result;
}

} // namespace tiramisu::bench
