#include "nn/sparse/spmm/solvers/block_rows.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"
#include "nn/sparse/spmm/tensors.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

namespace {

constexpr int most_columns = 4;

/// Sums of a row of blocks, of every column.
expr total(const computation &sums, int unrolled, const var &i, const var &j, const var &r) {
    expr all = sums(i, 0, j, r);
    for (int u = 1; u < unrolled; u++) {
        all = all + sums(i, u, j, r);
    }
    return all;
}

} // namespace

std::string block_rows_spmm::why_not(const spmm_task &task) const {
    if (task.problem.block == 1) {
        return "blocks of 1 row, must be at least 2: its lanes are the rows of a block";
    }
    return task.problem.n <= most_columns ? ""
                                          : "n " + std::to_string(task.problem.n) +
                                                ", must be at most " + std::to_string(most_columns);
}

bool block_rows_spmm::is_for_rule(const spmm_task &task) const {
    return task.problem.n == 1 || task.problem.block >= 4;
}

std::size_t block_rows_spmm::workspace_bytes(const spmm_task &, const configuration &) const {
    return 0;
}

std::vector<tunable> block_rows_spmm::tunables(const spmm_task &) const {
    return {{"unrolled", {1, 2, 4, 8}}};
}

configuration block_rows_spmm::default_configuration(const spmm_task &task) const {
    constexpr int latency = 4; // of a multiply-add
    return {{"unrolled", latency / std::min(task.problem.n, 2)}};
}

spmm_program block_rows_spmm::generate(const spmm_task &task, const configuration &chosen,
                                       const std::string &name) const {
    const spmm_problem &problem = task.problem;
    const int unrolled = chosen.at("unrolled"), block = problem.block;
    const pattern_packing packing = packing_for(problem, problem.k, 1);
    program packer = pattern_packer(packing, name + "_pack_pattern");

    function_scope scope(name);
    const spmm_tensors tensors(problem);
    const pattern a(packing);
    const var i("i", 0, task.rows_of_blocks()), u("u", 0, unrolled), j("j", 0, problem.n),
        r("r", 0, block);
    const expr begin = a.starts(0, i), end = a.starts(1, i), groups = (end - begin) / unrolled;
    const var group("group", 0, groups), rest("rest", begin + groups * unrolled, end);
    const auto product = [&](const expr &element) {
        return a.values(element * block + r) * tensors.b(a.offsets(element), j);
    };
    const expr start = tensors.start(i * block + r);
    computation sums("sums", {i, u, j, r}, select(u == 0, start, expr(0.0f)));
    sums(i, u, j, r) += product(begin + group * unrolled + u);
    sums(i, 0, j, r) += product(rest);
    buffer registers("sums", {unrolled, problem.n, block}, p_float32, a_temporary);
    sums.store_in(&registers, {u, j, r});
    computation result("result", {i, j, r}, tensors.finished(total(sums, unrolled, i, j, r)));
    tensors.store_in_c(result, i * block + r, j);

    computation zeros = sums.init(), steps = sums.update(0), rest_steps = sums.update(1);
    steps.reorder({group, u, j, r});
    rest_steps.reorder({rest, j, r});
    zeros.tag_unroll_level(u);
    steps.tag_unroll_level(u);
    for (computation *part : {&zeros, &steps, &rest_steps, &result}) {
        part->tag_unroll_level(j);
        part->tag_vector_level(r, block);
    }
    zeros.then(steps, i).then(rest_steps, i).then(result, i);
    if (task.target.threads > 1) {
        result.parallelize(i);
    }
    return {{scope.get(), tensors.arguments(a)}, std::move(packer), 1};
}

} // namespace tiramisu::nn
