#include "nn/sparse/spmm/solvers/panels.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"
#include "nn/sparse/spmm/panel_sums.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

namespace {

/// Vectors of a panel, so that the sums of all rows of a block stay in registers.
int most_vectors(const spmm_task &task) {
    constexpr int most_sums = 16;
    return most_sums / task.problem.block;
}

/// With which multiply-adds need not wait for one another.
int usual_vectors(const spmm_task &task) {
    return std::min(4, most_vectors(task));
}

/// With panels of `vectors`.
panel_tiling tiling_of(const spmm_task &task, int vectors) {
    return {task, {{"vectors", vectors}, {"depth", task.problem.k}, {"copy", 0}}};
}

int vectors_of_all(const spmm_task &task) {
    return divided_up(task.problem.n, tiling_of(task, 1).lanes);
}

/// Columns of a at once.
int depth_for(const spmm_task &task, int vectors) {
    constexpr double wanted = 48; // non-zeros that pay for loading and storing sums
    const int k = task.problem.k, width = vectors * tiling_of(task, 1).lanes;
    const double fit = task.target.l1_bytes / (sizeof(float) * static_cast<double>(width));
    const double depth = std::max(fit, wanted / std::max(task.density, 1e-6));
    return vectors < usual_vectors(task) || 2 * depth > k
               ? k
               : divided_up(k, divided_up(k, static_cast<int>(depth)));
}

/// Panels of b, with zeros where they are wider.
std::optional<computation> copied(const spmm_task &task, const panel_tiling &blocking,
                                  const panel_loops &at, const spmm_tensors &tensors) {
    if (!blocking.copies) {
        return std::nullopt;
    }
    const var p("p", 0, task.problem.k), x("x", 0, blocking.width);
    const expr column = at.panel * blocking.width + x;
    const bool is_whole = task.problem.n % blocking.width == 0;
    computation copy("copy", {at.panel, p, x}, is_whole ? expr(tensors.b(p, column)) : expr(0.0f));
    buffer memory("copy", {task.problem.k * blocking.width}, p_float32, a_temporary);
    copy.store_in(&memory, {p * blocking.width + x});
    if (!is_whole) {
        copy(at.panel, p, x) = tensors.b(p, column);
        copy.get_last_update().add_predicate(column < task.problem.n);
        copy.init().vectorize(x, blocking.lanes);
    }
    computation inside = is_whole ? copy.init() : copy.get_last_update();
    if (task.problem.transb) {
        // A tile reads four cache lines of a row of b, so that the processor sees a stream.
        inside.tile(p, x, 4 * blocking.lanes, blocking.lanes, var("p_tile"), var("x_tile"),
                    var("p_in_tile"), var("x_in_tile"));
        inside.reorder({var("x_in_tile"), var("p_in_tile")});
    } else {
        inside.vectorize(x, blocking.lanes, tail::masked);
    }
    if (!is_whole) {
        copy.init().then(inside, at.panel);
    }
    return copy;
}

} // namespace

std::size_t panels_spmm::workspace_bytes(const spmm_task &task, const configuration &chosen) const {
    const panel_tiling blocking(task, chosen);
    const int copied = blocking.copies ? task.problem.k : 0;
    const int summed = blocking.blocks > 1 ? task.problem.m : blocking.unrolled * blocking.block;
    return sizeof(float) * static_cast<std::size_t>(blocking.width) *
           static_cast<std::size_t>(copied + summed);
}

std::vector<tunable> panels_spmm::tunables(const spmm_task &task) const {
    return {{"copy", {0, 1}},
            {"depth", equal_pieces(task.problem.k)},
            {"vectors", up_to(std::min(most_vectors(task), vectors_of_all(task)))}};
}

configuration panels_spmm::default_configuration(const spmm_task &task) const {
    constexpr double few_nonzeros = 8; // of a column: copying what they meet would not pay
    const int all = vectors_of_all(task);
    const bool can_stay = !task.problem.transb && task.problem.n % tiling_of(task, 1).lanes == 0;
    if (can_stay && all <= most_vectors(task) &&
        task.density * task.rows_of_blocks() < few_nonzeros) {
        return {{"copy", 0}, {"depth", task.problem.k}, {"vectors", all}};
    }
    const int vectors = divided_up(all, divided_up(all, usual_vectors(task)));
    return {{"copy", 1}, {"depth", depth_for(task, vectors)}, {"vectors", vectors}};
}

spmm_program panels_spmm::generate(const spmm_task &task, const configuration &chosen,
                                   const std::string &name) const {
    const spmm_problem &problem = task.problem;
    const panel_tiling blocking(task, chosen);
    const pattern_packing packing =
        packing_for(problem, blocking.depth, blocking.copies ? blocking.width : 1);
    program packer = pattern_packer(packing, name + "_pack_pattern");

    function_scope scope(name);
    const spmm_tensors tensors(problem);
    const pattern a(packing);
    const panel_loops at(task, blocking);
    std::optional<computation> copy = copied(task, blocking, at, tensors);
    const met_in_panel met = [&](const expr &offset, const expr &x) -> expr {
        return copy ? expr((*copy)(at.panel, 0, offset + x))
                    : expr(tensors.b(offset, at.panel * blocking.width + x));
    };
    panel_sums sums(task, blocking, at, tensors, a, met);
    const var x("x", 0, blocking.width);
    const expr column = at.panel * blocking.width + x, sum = tensors.finished(sums.at(x));
    const std::vector<var> of_result = {at.panel, at.i, at.r, x};
    computation result = problem.n % blocking.width == 0
                             ? computation("result", of_result, sum)
                             : computation("result", of_result, column < problem.n, sum);
    tensors.store_in_c(result, at.row(blocking), column);
    sums.schedule(copy, result, x);
    if (!problem.transc) {
        result.vectorize(x, blocking.lanes, tail::masked);
    }
    return {{scope.get(), tensors.arguments(a)}, std::move(packer), blocking.blocks};
}

} // namespace tiramisu::nn
