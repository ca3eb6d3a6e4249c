#include "nn/layers/gemm/layer.h"
#include "nn/layers/gemm/tensors.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<gemm_layer>;

} // namespace

void description::require_something(const gemm_task &task, source_place where) {
    require_some(task.problem.text(), "m", task.problem.m, where);
}

void description::write(const gemm_program &made, const gemm_task &task, const object_place &to,
                        const options &opts) {
    const gemm_problem &p = task.problem;
    write_packed_layer(made,
                       made.pack_weights ? *made.pack_weights
                                         : b_packer(p, plain_b(p), to.further("pack_weights").name),
                       to, opts);
}

std::string description::header_text(const gemm_program &, const gemm_task &task,
                                     const object_place &to, const options &) {
    const auto matrix = [](const std::string &letter, int rows, int columns) {
        return letter + ": " + times(std::vector<int>{rows, columns});
    };
    const gemm_problem &p = task.problem;
    const std::string sizes = (p.transa ? matrix("a", p.k, p.m) : matrix("a", p.m, p.k)) + "; " +
                              (p.transb ? matrix("b", p.n, p.k) : matrix("b", p.k, p.n)) + "; " +
                              matrix("c", p.m, p.n);
    return sizes + "\n * " + to.name + "_pack_weights brings b into the order that " + to.name +
           " reads";
}

} // namespace tiramisu::nn
