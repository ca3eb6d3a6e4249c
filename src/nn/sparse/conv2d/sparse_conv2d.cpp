#include "tiramisu/nn/sparse_conv2d.h"

#include <algorithm>

#include "nn/framework/program/run_tensors.h"
#include "nn/sparse/conv2d/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<sparse_conv2d_layer>;

sparse_conv2d_task checked_task(const conv2d_problem &problem, const sparse_conv2d_options &opts,
                                bool is_object, source_place where) {
    sparse_conv2d_task task{problem, opts.layouts, machine::of(opts.compiled), opts.density,
                            is_object};
    task.know(opts.pattern);
    return task.checked(where);
}

/// The tensors of a run but for the weights.
run_tensors tensors_of(const conv2d_problem &problem, const sparse_kernel &code,
                       const call_checks &checks, const_elements src, const sparse_weights &weights,
                       const_elements bias, const_elements dst, const_elements residual) {
    run_tensors all(checks, problem.type);
    all.source("src", src)
        .sums("bias", bias, problem.bias)
        .source("residual", residual, problem.has_residual())
        .result("dst", dst);
    checks.require_packed(weights.made_for(), code.made_for(), "weights", "convolution");
    return all;
}

} // namespace

sparse_conv2d_task description::task_of(const conv2d_problem &problem,
                                        const sparse_conv2d_options &opts, source_place where) {
    return checked_task(problem, opts, false, where);
}

sparse_conv2d_task description::object_task_of(const conv2d_problem &problem,
                                               const sparse_conv2d_options &opts,
                                               source_place where) {
    return checked_task(problem, opts, true, where);
}

sparse_conv2d_task description::to_cut(sparse_conv2d_task of) {
    of.problem.mb = std::max(1, of.problem.mb);
    return of;
}

sparse_kernel description::compiled(const sparse_conv2d_program &what,
                                    const program_compiler &compiler, const std::string &made_for) {
    return std::visit(
        [&](const auto &program) { return sparse_kernel(program, compiler, made_for); }, what);
}

template class layer<conv2d_problem, sparse_conv2d_options, sparse_find_options>;

sparse_conv2d::packed_weights sparse_conv2d::pack(const sparse::csr_matrix &weights,
                                                  source_place where) const {
    code().task.require_size(weights, "pack", where);
    code().task.require_pattern(weights, "pack", where);
    return code().code.pack(weights);
}

void sparse_conv2d::run(const_elements src, const packed_weights &weights, const_elements bias,
                        elements dst, const_elements residual, source_place where) const {
    if (!code().has_code()) {
        return;
    }
    const sparse_kernel &kernel = code().code;
    const run_tensors tensors = tensors_of(problem(), kernel, code().checks.of("run", where), src,
                                           weights, bias, dst, residual);
    kernel(kernel.arguments(tensors.memory(), weights), tensors.checks());
}

invocation sparse_conv2d::prepare(const_elements src, const packed_weights &weights,
                                  const_elements bias, elements dst, const_elements residual,
                                  const execution &opts, source_place where) const {
    if (!code().has_code()) {
        return {};
    }
    const sparse_kernel &kernel = code().code;
    return kernel.prepare(tensors_of(problem(), kernel, code().checks.of("prepare", where), src,
                                     weights, bias, dst, residual),
                          weights, opts);
}

} // namespace tiramisu::nn
