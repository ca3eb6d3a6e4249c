// A convolution with the pruned weights of a real network, sparse and dense.
#include <tiramisu/nn/nn.h>
#include <tiramisu/sparse.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

using namespace tiramisu;
using namespace tiramisu::nn;

namespace {

/// Images go through the layer as they do through ResNet-20: with their border of zeros, and
/// ReLU.
conv2d_problem layer_of(const sparse::pruned_weights &weights) {
    const std::string size = std::to_string(weights.size), kernel = std::to_string(weights.kernel);
    const std::string padding = std::to_string(weights.kernel / 2);
    return conv2d_problem::parse("conv2d ic=" + std::to_string(weights.ic) +
                                 " oc=" + std::to_string(weights.oc) + " ih=" + size +
                                 " iw=" + size + " kh=" + kernel + " kw=" + kernel +
                                 " ph=" + padding + " pw=" + padding + " post=relu");
}

std::vector<float> randoms(std::size_t count) {
    unsigned seed = 1;
    std::vector<float> values(count);
    for (float &value : values) {
        seed = seed * 1664525u + 1013904223u;
        value = static_cast<float>(seed >> 8) / (1 << 23) - 1;
    }
    return values;
}

/// Fastest of a few runs, in microseconds.
double fastest_time(const std::function<void()> &run) {
    double fastest = 0;
    for (int i = 0; i < 200; i++) {
        const auto start = std::chrono::steady_clock::now();
        run();
        const std::chrono::duration<double, std::micro> taken =
            std::chrono::steady_clock::now() - start;
        fastest = i == 0 ? taken.count() : std::min(fastest, taken.count());
    }
    return fastest;
}

float largest_difference(const std::vector<float> &left, const std::vector<float> &right) {
    float largest = 0;
    for (std::size_t i = 0; i < left.size(); i++) {
        const float here = std::abs(left[i] - right[i]);
        largest = here <= largest ? largest : here; // so that a NaN is the largest
    }
    return largest;
}

} // namespace

int main(int count, char **words) {
    if (count != 2) {
        std::printf("sparse_convolution FILE\n");
        return 2;
    }
    const sparse::pruned_weights pruned = sparse::read_pruned_weights(words[1]);
    const conv2d_problem problem = layer_of(pruned);
    const std::vector<float> src = randoms(element_count(layout::nchw, problem.src_extents()));
    std::vector<float> sparse_dst(element_count(layout::nchw, problem.dst_extents()));
    std::vector<float> dense_dst(sparse_dst.size());

    // The density decides how the layer is cut, the matrix comes when it is packed.
    sparse_conv2d_options opts;
    opts.density = pruned.matrix.density();
    const sparse_conv2d sparse_layer(problem, opts);
    const sparse_conv2d::packed_weights packed = sparse_layer.pack(pruned.matrix);
    std::printf("%d of %d weights are not zero\n", packed.nonzeros(),
                pruned.matrix.rows() * pruned.matrix.columns());
    std::printf("sparse: %s, %s\n", sparse_layer.solver().c_str(),
                sparse_layer.configuration().c_str());

    const conv2d dense_layer(problem);
    const conv2d::packed_weights all = dense_layer.pack(pruned.matrix.to_dense().data());
    std::printf("dense:  %s, %s\n", dense_layer.solver().c_str(),
                dense_layer.configuration().c_str());

    const double sparse_time =
        fastest_time([&] { sparse_layer.run(src.data(), packed, nullptr, sparse_dst.data()); });
    const double dense_time =
        fastest_time([&] { dense_layer.run(src.data(), all, nullptr, dense_dst.data()); });
    const float difference = largest_difference(sparse_dst, dense_dst);
    std::printf("dense %.0f us, sparse %.0f us\n", dense_time, sparse_time);
    std::printf("largest difference %.2g\n", difference);
    return difference < 1e-4f ? 0 : 1;
}
