#include "tiramisu/nn/gemm.h"

#include <algorithm>

#include "nn/framework/program/run_tensors.h"
#include "nn/layers/gemm/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<gemm_layer>;

/// The tensors of a run with this b, packed or as it is.
run_tensors tensors_of(const gemm_problem &problem, const call_checks &checks, const_elements a,
                       const_elements b, run_argument::role of_b, const_elements bias,
                       const_elements c) {
    const product_types types = problem.types();
    run_tensors all(checks, types.left);
    all.source("a", a);
    if (of_b == run_argument::role::fixed) {
        all.of(b.type()).fixed("b", b); // as it was packed
    } else {
        all.of(types.right).source("b", b);
    }
    all.of(types.arithmetic()).source("bias", bias, problem.bias).of(types.result).result("c", c);
    return all;
}

} // namespace

gemm_task description::task_of(const gemm_problem &problem, const gemm_options &opts,
                               source_place where) {
    return {problem.checked(where), opts.constant_b, machine::of(opts.compiled)};
}

gemm_task description::to_cut(gemm_task of) {
    of.problem.m = std::max(1, of.problem.m);
    return of;
}

template class layer<gemm_problem, gemm_options, gemm_search_options>;

layer_weights gemm::pack(const_elements b, source_place where) const {
    code().checks.of("pack", where).require(b, problem().types().right, true, "b");
    return code().code.pack(b);
}

void gemm::run(const_elements a, const_elements b, elements c, const_elements bias,
               source_place where) const {
    const compiled &made = code();
    if (!made.has_code()) {
        return;
    }
    const call_checks checks = made.checks.of("run", where);
    if (made.code.packs()) {
        checks.require(b, problem().types().right, true, "b");
        run(a, pack(b, where), c, bias, where);
        return;
    }
    const run_tensors tensors =
        tensors_of(problem(), checks, a, b, run_argument::role::source, bias, c);
    made.code.run()(made.code.run().arguments(tensors.memory()), checks);
}

void gemm::run(const_elements a, const layer_weights &b, elements c, const_elements bias,
               source_place where) const {
    const compiled &made = code();
    if (!made.has_code()) {
        return;
    }
    const call_checks checks = made.checks.of("run", where);
    checks.require_packed(b, made.code, "b", "product");
    const run_tensors tensors =
        tensors_of(problem(), checks, a, b.memory(), run_argument::role::fixed, bias, c);
    made.code.run()(made.code.run().arguments(tensors.memory()), checks);
}

invocation gemm::prepare(const_elements a, const layer_weights &b, elements c, const_elements bias,
                         const execution &opts, source_place where) const {
    const compiled &made = code();
    if (!made.has_code()) {
        return {};
    }
    const call_checks checks = made.checks.of("prepare", where);
    checks.require_packed(b, made.code, "b", "product");
    const run_tensors tensors =
        tensors_of(problem(), checks, a, b.memory(), run_argument::role::fixed, bias, c);
    return prepared(made.code.run(), tensors, opts);
}

invocation gemm::prepare(const_elements a, const_elements b, elements c, const_elements bias,
                         const execution &opts, source_place where) const {
    const compiled &made = code();
    if (!made.has_code()) {
        return {};
    }
    const call_checks checks = made.checks.of("prepare", where);
    checks.require(b, problem().types().right, true, "b");
    if (!made.code.packs()) {
        return prepared(made.code.run(),
                        tensors_of(problem(), checks, a, b, run_argument::role::source, bias, c),
                        opts);
    }
    const auto packed = std::make_shared<const layer_weights>(pack(b, where));
    return prepared(
        made.code.run(),
        tensors_of(problem(), checks, a, packed->memory(), run_argument::role::fixed, bias, c),
        opts, packed);
}

} // namespace tiramisu::nn
