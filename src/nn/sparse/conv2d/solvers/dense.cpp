#include "nn/sparse/conv2d/solvers/dense.h"

#include "nn/sparse/compressed_rows/density.h"

namespace tiramisu::nn {

std::string why_not_dense(const sparse_conv2d_task &task) {
    constexpr double sparsest = 0.1; // where no dense solver is the fastest
    if (task.is_object) {
        return "an object's weights have to stay sparse: they are made dense in process only";
    }
    if (task.layouts.src == layout::lifted || task.layouts.dst == layout::lifted) {
        return "images in the lifted layout, which dense convolutions do not read";
    }
    return task.density < sparsest
               ? "too few non-zeros:" + density_key(task.density) + ", must be at least 0.1"
               : "";
}

bool is_dense_for_rule(const sparse_conv2d_task &task) {
    constexpr double break_even = 0.6; // as measured: docs/layers/sparse_conv2d.md
    return task.density > break_even;
}

} // namespace tiramisu::nn
