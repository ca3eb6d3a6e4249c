#include "nn/kinds/spmm_arguments.h"

#include "nn/kinds/matrix_sizes.h"

namespace tiramisu::nn {

std::vector<layer_argument> spmm_arguments(const spmm_problem &problem) {
    using role = layer_argument::role;
    const spmm_problem &p = problem;
    const auto matrix = [&](const std::string &name, const tensor_extents &sizes, role is) {
        return layer_argument{{name, sizes, layout::nchw, p.type}, is};
    };
    std::vector<layer_argument> all = {matrix("b", matrix_sizes(p.transb, p.k, p.n), role::source),
                                       matrix("a", {p.m, p.k}, role::weights)};
    if (p.bias) {
        all.push_back({{"bias", {p.m}, layout::nchw, accumulation_type(p.type)}});
    }
    all.push_back(matrix("c", matrix_sizes(p.transc, p.m, p.n), role::result));
    return all;
}

} // namespace tiramisu::nn
