#include "tiramisu/nn/recurrent.h"

#include <algorithm>

#include "nn/layers/recurrent/layer.h"
#include "nn/layers/recurrent/run.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<recurrent_layer>;

std::vector<jit_argument> arguments(const packed_kernel &code, const call_checks &checks,
                                    recurrent_run &run, const layer_weights &weights) {
    checks.require_packed(weights, code, "weights", "layer");
    return run.arguments(
        {as_argument(weights.memory(), {static_cast<std::int64_t>(weights.size())})});
}

} // namespace

recurrent_task description::task_of(const recurrent_problem &problem, const layer_options &opts,
                                    source_place where) {
    return {problem.checked(where), machine::of(opts.compiled)};
}

recurrent_task description::to_cut(recurrent_task of) {
    of.problem.t = std::max(1, of.problem.t);
    of.problem.mb = std::max(1, of.problem.mb);
    return of;
}

template class layer<recurrent_problem, layer_options, search_options>;

recurrent::packed_weights recurrent::pack(const_elements weights, source_place where) const {
    code().checks.of("pack", where).require(weights, problem().type, true, "weights");
    return code().has_code() ? code().code.pack(weights) : packed_weights();
}

void recurrent::run(const recurrent_data &data, const_elements weights, source_place where) const {
    code().checks.of("run", where).require(weights, problem().type, true, "weights");
    run(data, pack(weights, where), where);
}

void recurrent::run(const recurrent_data &data, const packed_weights &weights,
                    source_place where) const {
    const call_checks checks = code().checks.of("run", where);
    recurrent_run run(problem(), data, checks);
    if (!run.has_steps()) {
        run.pass_states_on();
        return;
    }
    code().code.run()(arguments(code().code, checks, run, weights), checks);
}

invocation recurrent::prepare(const recurrent_data &data, const packed_weights &weights,
                              const execution &opts, source_place where) const {
    const call_checks checks = code().checks.of("prepare", where);
    const auto run = std::make_shared<recurrent_run>(problem(), data, checks);
    if (!run->has_steps()) {
        return passing_states_on(run, checks);
    }
    return prepared(code().code.run(), arguments(code().code, checks, *run, weights), run->names(1),
                    checks, opts, run);
}

} // namespace tiramisu::nn
