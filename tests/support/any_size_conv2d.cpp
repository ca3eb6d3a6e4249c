#include "support/any_size_conv2d.h"

#include <gtest/gtest.h>

#include "nn/framework/program/kernel.h"
#include "nn/layers/conv2d/packing.h"
#include "nn/layers/conv2d/solvers.h"
#include "support/conv2d_run.h"
#include "support/guarded_memory.h"
#include "support/image_layouts.h"

namespace tiramisu::oracle {

namespace {

using tiramisu::testing::guarded_memory;

/// Arguments are rows of all their elements.
options rows() {
    options opts;
    opts.checks = argument_checks::memory;
    return opts;
}

jit_argument all_of(guarded_memory<float> &memory) {
    return {memory.data(), {static_cast<std::int64_t>(memory.elements().size())}};
}

} // namespace

any_size_conv2d::any_size_conv2d(const nn::conv2d_solver &solver, const nn::conv2d_task &task)
    : task_(task), made_(solver.generate(task, solver.default_configuration(task), "any_size")),
      run_(made_.run.compile(rows())), pack_(nn::packing_for(task, made_, "pack").compile(rows())) {
}

double any_size_conv2d::error_of(int mb, int ih, int iw) const {
    nn::conv2d_problem problem = task_.problem;
    problem.mb = mb;
    problem.ih = ih;
    problem.iw = iw;
    problem.oh = problem.ow = 0;
    problem = problem.completed();
    const nn::layout dst_lies = task_.layouts.dst;
    const conv2d_data data(problem, 1);
    guarded_memory<float> src(arranged(data.src, task_.layouts.src, problem.src_extents()));
    guarded_memory<float> weights(packed(data.weights)), bias(data.bias);
    guarded_memory<float> residual(problem.has_residual()
                                       ? arranged(data.residual, dst_lies, problem.conv_extents())
                                       : std::vector<float>());
    guarded_memory<float> dst(
        std::vector<float>(nn::element_count(dst_lies, problem.dst_extents())));
    std::vector<jit_argument> arguments = {all_of(src), all_of(weights)};
    if (problem.bias) {
        arguments.push_back(all_of(bias));
    }
    if (problem.has_residual()) {
        arguments.push_back(all_of(residual));
    }
    arguments.push_back(all_of(dst));
    for (const jit_argument &one : scalars(mb, ih, iw)) {
        arguments.push_back(one);
    }
    nn::call(run_, arguments);
    return largest_error(reference_conv2d(problem, data),
                         plain(dst.elements(), dst_lies, problem.dst_extents()));
}

double any_size_conv2d::error_of(int mb) const {
    return error_of(mb, task_.problem.ih, task_.problem.iw);
}

std::vector<float> any_size_conv2d::run_on(int ih, int iw, const std::vector<float> &before) const {
    const conv2d_data data(task_.problem, 1);
    std::vector<float> src = data.src, weights = packed(data.weights), bias = data.bias;
    std::vector<float> residual = data.residual, dst = before;
    std::vector<jit_argument> arguments = {nn::elements_of(src), nn::elements_of(weights)};
    if (task_.problem.bias) {
        arguments.push_back(nn::elements_of(bias));
    }
    if (task_.problem.has_residual()) {
        arguments.push_back(nn::elements_of(residual));
    }
    arguments.push_back(nn::elements_of(dst));
    for (const jit_argument &one : scalars(task_.problem.mb, ih, iw)) {
        arguments.push_back(one);
    }
    nn::call(run_, arguments);
    return dst;
}

std::vector<float> any_size_conv2d::packed(const std::vector<float> &weights) const {
    std::vector<float> from = weights, to(static_cast<std::size_t>(made_.weights_count()));
    nn::call(pack_, {nn::elements_of(from), nn::elements_of(to)});
    return to;
}

std::vector<jit_argument> any_size_conv2d::scalars(int mb, int ih, int iw) const {
    std::vector<jit_argument> list;
    if (task_.any_batch) {
        list.emplace_back(mb);
    }
    if (task_.any_size) {
        list.emplace_back(ih);
        list.emplace_back(iw);
    }
    return list;
}

std::set<std::string>
check_able_solvers(const std::vector<nn::conv2d_task> &tasks,
                   const std::function<void(const any_size_conv2d &)> &check) {
    std::set<std::string> able;
    for (const nn::conv2d_task &task : tasks) {
        const auto &all = nn::all_conv2d_solvers();
        for (const auto &solver : all) {
            if (all.refusal(*solver, task).empty()) {
                SCOPED_TRACE(solver->name() + ": " + task.perf_key());
                able.insert(solver->name());
                check(any_size_conv2d(*solver, task));
            }
        }
    }
    return able;
}

} // namespace tiramisu::oracle
