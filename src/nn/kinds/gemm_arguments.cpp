#include "nn/kinds/gemm_arguments.h"

#include "nn/kinds/matrix_sizes.h"

namespace tiramisu::nn {

std::vector<layer_argument> gemm_arguments(const gemm_problem &problem, bool constant_b) {
    using role = layer_argument::role;
    const gemm_problem &p = problem;
    const product_types types = p.types();
    const auto matrix = [](const std::string &name, const tensor_extents &sizes, element_type type,
                           role is) {
        return layer_argument{{name, sizes, layout::nchw, type}, is};
    };
    std::vector<layer_argument> all = {
        matrix("a", matrix_sizes(p.transa, p.m, p.k), types.left, role::source),
        matrix("b", matrix_sizes(p.transb, p.k, p.n), types.right,
               constant_b ? role::weights : role::source)};
    if (p.bias) {
        all.push_back({{"bias", {p.n}, layout::nchw, types.arithmetic()}});
    }
    all.push_back(matrix("c", {p.m, p.n}, types.result, role::result));
    return all;
}

} // namespace tiramisu::nn
