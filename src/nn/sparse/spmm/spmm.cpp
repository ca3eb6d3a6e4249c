#include "tiramisu/nn/spmm.h"

#include <algorithm>

#include "nn/framework/program/run_tensors.h"
#include "nn/sparse/spmm/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<spmm_layer>;

/// The tensors of a run but for the weights.
run_tensors tensors_of(const spmm_problem &problem, const sparse_kernel &code,
                       const call_checks &checks, const_elements b, const sparse_weights &a,
                       const_elements bias, const_elements c) {
    run_tensors all(checks, problem.type);
    all.source("b", b).sums("bias", bias, problem.bias).result("c", c);
    checks.require_packed(a.made_for(), code.made_for(), "a", "product");
    return all;
}

} // namespace

spmm_task description::task_of(const spmm_problem &problem, const spmm_options &opts,
                               source_place where) {
    return spmm_task{problem, machine::of(opts.compiled), opts.density}.checked(where);
}

spmm_task description::to_cut(spmm_task of) {
    of.problem.n = std::max(1, of.problem.n);
    return of;
}

template class layer<spmm_problem, spmm_options, spmm_search_options>;

spmm::packed_weights spmm::pack(const sparse::csr_matrix &a, source_place where) const {
    code().task.require_size(a, "pack", where);
    const int block = problem().block;
    return block == 1 ? code().code.pack(a)
                      : code().code.pack(sparse::bsr_matrix::from_csr(a, block, where));
}

spmm::packed_weights spmm::pack(const sparse::bsr_matrix &a, source_place where) const {
    code().task.require_size(a, "pack", where);
    return code().code.pack(a);
}

void spmm::run(const_elements b, const packed_weights &a, const_elements bias, elements c,
               source_place where) const {
    if (!code().has_code()) {
        return;
    }
    const sparse_kernel &kernel = code().code;
    const run_tensors tensors =
        tensors_of(problem(), kernel, code().checks.of("run", where), b, a, bias, c);
    kernel(kernel.arguments(tensors.memory(), a), tensors.checks());
}

invocation spmm::prepare(const_elements b, const packed_weights &a, const_elements bias, elements c,
                         const execution &opts, source_place where) const {
    if (!code().has_code()) {
        return {};
    }
    const sparse_kernel &kernel = code().code;
    return kernel.prepare(
        tensors_of(problem(), kernel, code().checks.of("prepare", where), b, a, bias, c), a, opts);
}

} // namespace tiramisu::nn
