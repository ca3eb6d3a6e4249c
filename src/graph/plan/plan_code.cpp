#include "graph/plan/plan_code.h"

#include <algorithm>

#include "graph/plan/plan_parts.h"
#include "nn/framework/program/kernel.h"

namespace tiramisu::graph {

namespace {

/// Whether weights and code of one fit the other's: the same functions, and each one's weights lie
/// where the other's do.
bool have_the_same_code(const network_program &left, const network_program &right) {
    const auto is_same_step = [](const nn::network_report::step &one,
                                 const nn::network_report::step &other) {
        return one.text == other.text && one.solver == other.solver;
    };
    const auto is_same_place = [](const sequence_place &one, const sequence_place &other) {
        return one.memory == other.memory && one.first == other.first;
    };
    const auto is_same_call = [&](const sequence_call &one, const sequence_call &other) {
        return std::equal(one.where.begin(), one.where.end(), other.where.begin(),
                          other.where.end(), is_same_place);
    };
    const auto &steps = left.report.steps, &other_steps = right.report.steps;
    const auto &calls = left.sequence.calls, &other_calls = right.sequence.calls;
    return left.weights->size() == right.weights->size() &&
           std::equal(steps.begin(), steps.end(), other_steps.begin(), other_steps.end(),
                      is_same_step) &&
           std::equal(calls.begin(), calls.end(), other_calls.begin(), other_calls.end(),
                      is_same_call);
}

} // namespace

plan_code::plan_code(const model &plan, const nn::layer_options &opts, source_place where) {
    const typed_graph graph = rewritten_plan(plan, where);
    for (const std::string &input : graph.inputs) {
        extents_.push_back(graph.type(input).extents);
    }
    extents_.push_back(graph.type(graph.outputs.front()).extents);
    program_ = write_network(graph, "fusion_plan", opts, {}, where);
    extents_.push_back({static_cast<std::int64_t>(program_.weights->size())});
    code_ = program_.sequence.compile(opts.compiled, where);
}

void plan_code::set_weights(const model &plan, const nn::layer_options &opts, source_place where) {
    network_program made =
        write_network(rewritten_plan(plan, where), "fusion_plan", opts, {}, where);
    if (have_the_same_code(program_, made)) {
        program_.weights = made.weights;
    } else {
        *this = plan_code(plan, opts, where);
    }
}

void plan_code::run(const std::vector<float *> &sources, float *dst) const {
    std::vector<jit_argument> arguments;
    for (float *const one : sources) {
        arguments.emplace_back(one, extents_[arguments.size()]);
    }
    arguments.emplace_back(dst, extents_[arguments.size()]);
    arguments.emplace_back(const_cast<float *>(program_.weights->data()),
                           extents_[arguments.size()]);
    nn::call(code_, arguments);
}

} // namespace tiramisu::graph
