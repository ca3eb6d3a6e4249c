#include "sparse/sparse_weights.h"

#include "accuracy.h"

#include <stdexcept>

namespace tiramisu::bench {

namespace {

/// Random elements in this share of the places.
sparse::csr_matrix random_matrix(int rows, int columns, double density) {
    const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    std::vector<float> elements = random_floats(count, 6);
    const std::vector<float> dice = random_floats(count, 7);
    for (std::size_t i = 0; i < count; i++) {
        elements[i] = dice[i] < 2 * density - 1 ? elements[i] : 0.0f;
    }
    return sparse::csr_matrix::from_dense(rows, columns, elements.data());
}

} // namespace

sparse::csr_matrix weights_of(const dense_problem &one, int rows, int columns) {
    const std::size_t sign = one.weights.find('=');
    const std::string kind = one.weights.substr(0, sign), value = one.weights.substr(sign + 1);
    if (kind == "density") {
        return random_matrix(rows, columns, std::stod(value));
    }
    if (kind == "weights") {
        const std::string folder = TIRAMISU_BENCH_SPARSE "/resnet20/";
        return sparse::read_pruned_weights(folder + value).matrix;
    }
    throw std::runtime_error(one.id +
                             ": there is neither density= nor weights= before the problem");
}

} // namespace tiramisu::bench
