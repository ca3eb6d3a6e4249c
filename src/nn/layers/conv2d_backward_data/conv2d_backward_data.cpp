#include <algorithm>

#include "nn/framework/program/run_tensors.h"
#include "nn/layers/conv2d_backward_data/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<conv2d_backward_data_layer>;

run_tensors tensors_of(const conv2d_backward_data_problem &problem, const packed_kernel &code,
                       const call_checks &checks, const_elements diff_dst,
                       const layer_weights &weights, const_elements diff_src) {
    run_tensors all(checks, problem.type);
    all.source("diff_dst", diff_dst);
    checks.require_packed(weights, code, "weights", "layer");
    all.fixed("weights", weights.memory()).result("diff_src", diff_src);
    return all;
}

} // namespace

backward_data_task description::task_of(const conv2d_backward_data_problem &problem,
                                        const layer_options &opts, source_place where) {
    return {problem.completed(where), machine::of(opts.compiled)};
}

backward_data_task description::to_cut(backward_data_task of) {
    of.problem.mb = std::max(1, of.problem.mb);
    return of;
}

template class layer<conv2d_backward_data_problem, layer_options, search_options>;

layer_weights conv2d_backward_data::pack(const_elements weights, source_place where) const {
    code().checks.of("pack", where).require(weights, problem().type, true, "weights");
    return code().code.pack(weights);
}

void conv2d_backward_data::run(const_elements diff_dst, const_elements weights, elements diff_src,
                               source_place where) const {
    code().checks.of("run", where).require(weights, problem().type, true, "weights");
    run(diff_dst, pack(weights, where), diff_src, where);
}

void conv2d_backward_data::run(const_elements diff_dst, const layer_weights &weights,
                               elements diff_src, source_place where) const {
    const compiled &made = code();
    if (made.has_code()) {
        const kernel &run = made.code.run();
        const run_tensors tensors = tensors_of(problem(), made.code, made.checks.of("run", where),
                                               diff_dst, weights, diff_src);
        run(run.arguments(tensors.memory()), tensors.checks());
    }
}

invocation conv2d_backward_data::prepare(const_elements diff_dst, const layer_weights &weights,
                                         elements diff_src, const execution &opts,
                                         source_place where) const {
    const compiled &made = code();
    if (!made.has_code()) {
        return {};
    }
    return prepared(made.code.run(),
                    tensors_of(problem(), made.code, made.checks.of("prepare", where), diff_dst,
                               weights, diff_src),
                    opts);
}

} // namespace tiramisu::nn
