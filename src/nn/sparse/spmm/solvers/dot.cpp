#include "nn/sparse/spmm/solvers/dot.h"

#include "nn/framework/program/pieces.h"
#include "nn/sparse/spmm/tensors.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

namespace {

constexpr int most_columns = 4;

} // namespace

std::string dot_spmm::why_not(const spmm_task &task) const {
    if (task.problem.block > 1) {
        return "blocks of " + std::to_string(task.problem.block) +
               " rows, must be 1: its lanes are non-zeros of one row";
    }
    return task.problem.n <= most_columns ? ""
                                          : "n " + std::to_string(task.problem.n) +
                                                ", must be at most " + std::to_string(most_columns);
}

bool dot_spmm::is_for_rule(const spmm_task &task) const {
    return task.problem.n == 1;
}

std::size_t dot_spmm::workspace_bytes(const spmm_task &, const configuration &) const {
    return 0;
}

std::vector<tunable> dot_spmm::tunables(const spmm_task &) const {
    return {{"lanes", {4, 8, 16, 32}}};
}

configuration dot_spmm::default_configuration(const spmm_task &) const {
    return {{"lanes", 8}};
}

spmm_program dot_spmm::generate(const spmm_task &task, const configuration &chosen,
                                const std::string &name) const {
    const spmm_problem &problem = task.problem;
    const int lanes = chosen.at("lanes");
    const pattern_packing packing = packing_for(problem, problem.k, 1);
    program packer = pattern_packer(packing, name + "_pack_pattern");

    function_scope scope(name);
    const spmm_tensors tensors(problem);
    const pattern a(packing);
    const var i("i", 0, problem.m), j("j", 0, problem.n), lane("lane", 0, lanes);
    const expr begin = a.starts(0, i), end = a.starts(1, i), groups = (end - begin) / lanes;
    const var group("group", 0, groups), rest("rest", begin + groups * lanes, end);
    const auto product = [&](const expr &element) {
        return a.values(element) * tensors.b(a.offsets(element), j);
    };
    computation lane_sums("lane_sums", {i, j, lane}, 0.0f);
    lane_sums(i, j, lane) += product(begin + group * lanes + lane);
    buffer registers("lane_sums", {lanes}, p_float32, a_temporary);
    lane_sums.store_in(&registers, {lane});
    computation dots("dots", {i, j}, tensors.start(i));
    buffer sum("dots", {1}, p_float32, a_temporary);
    dots.store_in(&sum, {0});
    dots(i, j) += lane_sums(i, j, lane);
    dots(i, j) += product(rest);
    computation result("result", {i, j}, tensors.finished(dots(i, j)));
    tensors.store_in_c(result, i, j);

    computation zeros = lane_sums.init(), steps = lane_sums.update(0), start = dots.init(),
                lane_steps = dots.update(0), rest_steps = dots.update(1);
    zeros.tag_vector_level(lane, lanes);
    steps.reorder({group, lane});
    steps.tag_vector_level(lane, lanes);
    lane_steps.vectorize(lane, lanes);
    zeros.then(steps, j).then(start, j).then(lane_steps, j).then(rest_steps, j).then(result, j);
    if (task.target.threads > 1) {
        result.parallelize(i);
    }
    return {{scope.get(), tensors.arguments(a)}, std::move(packer), 1};
}

} // namespace tiramisu::nn
