#include "nn/layers/gemm/solvers/dot.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"
#include "nn/layers/gemm/tensors.h"

namespace tiramisu::nn {

namespace {

constexpr int most_columns = 32;

/// A configuration, by its parameters.
struct tiling {
    int rows, columns; ///< of a tile
    int row_tiles;     ///< of a block
    int width;         ///< neighbours in a row of a that are multiplied at once
    int steps, rest;   ///< pieces of that width in a row; what is left

    tiling(const gemm_task &task, const configuration &chosen)
        : rows(chosen.at("rows")), columns(chosen.at("columns")), row_tiles(chosen.at("row_tiles")),
          width(chosen.at("vectors") * task.target.lanes), steps(task.problem.k / width),
          rest(task.problem.k % width) {}
};

struct dot_iterators {
    var i, j, step, lane, rest;

    dot_iterators(const gemm_problem &problem, const tiling &blocking)
        : i("i", 0, problem.m), j("j", 0, problem.n), step("step", 0, blocking.steps),
          lane("lane", 0, blocking.width), rest("rest", 0, blocking.rest) {}
};

/// b with its columns as rows.
b_arrangement turned_b(const gemm_problem &problem) {
    return {{problem.n, problem.k}, [](const expr &p, const expr &j) -> std::vector<expr> {
                return {j, p};
            }};
}

bool lies_turned(const gemm_problem &problem) {
    return problem.transb || problem.n == 1;
}

/// The sums of each lane, and of what is left of a row.
computation lane_sums(const gemm_tensors &tensors, const dot_iterators &at, const tiling &blocking,
                      const std::function<expr(const expr &p, const expr &j)> &b) {
    computation sums("lane_sums", {at.i, at.j, at.lane}, 0.0f);
    const auto add = [&](const var &lane, const expr &p) {
        sums(at.i, at.j, lane) += tensors.a(at.i, p) * b(p, at.j);
    };
    if (blocking.steps > 0) {
        add(at.lane, at.step * blocking.width + at.lane);
    }
    if (blocking.rest > 0) {
        add(at.rest, at.rest + blocking.steps * blocking.width);
    }
    return sums;
}

void schedule(const gemm_task &task, const tiling &blocking, const dot_iterators &at,
              computation lane_sums, computation dots, computation result) {
    const var block("i_block"), tile("i_tile"), in_block("i_in_block"), row("row");
    const var j_tile("j_tile"), column("column"), vector("vector"), in_vector("in_vector");
    result.split(at.i, blocking.rows * blocking.row_tiles, block, in_block);
    result.split(in_block, blocking.rows, tile, row).split(at.j, blocking.columns, j_tile, column);
    result.reorder({block, tile, j_tile, row, column});
    result.parallelize(block);

    computation start = lane_sums.init();
    start.vectorize(at.lane, task.target.lanes, vector, in_vector);
    start.tag_unroll_level(at.i).tag_unroll_level(at.j).tag_unroll_level(vector);
    if (blocking.steps > 0) {
        computation steps = lane_sums.update(0);
        steps.reorder({at.step, at.i, at.j, at.lane});
        steps.vectorize(at.lane, task.target.lanes, vector, in_vector);
        steps.tag_unroll_level(at.i).tag_unroll_level(at.j).tag_unroll_level(vector);
    }
    if (blocking.rest > 0) {
        lane_sums.update(blocking.steps > 0 ? 1 : 0)
            .vectorize(at.rest, task.target.lanes, tail::masked);
    }
    dots.update(0).vectorize(at.lane, task.target.lanes);
    dots.compute_at(result, j_tile);
    lane_sums.compute_at(result, j_tile);
}

} // namespace

std::string dot_gemm::why_not(const gemm_task &task) const {
    if (task.problem.transa) {
        return "transa, but rows of a have to lie together";
    }
    if (task.problem.n > most_columns) {
        return "n " + std::to_string(task.problem.n) + ", must be at most " +
               std::to_string(most_columns);
    }
    return "";
}

bool dot_gemm::is_for_rule(const gemm_task &task) const {
    return task.problem.n <= task.target.lanes / 2;
}

std::size_t dot_gemm::workspace_bytes(const gemm_task &task, const configuration &) const {
    const gemm_problem &problem = task.problem;
    const bool turns = !task.constant_b && !lies_turned(problem);
    return turns ? sizeof(float) * static_cast<std::size_t>(problem.n) *
                       static_cast<std::size_t>(problem.k)
                 : 0;
}

std::vector<tunable> dot_gemm::tunables(const gemm_task &task) const {
    const gemm_problem &problem = task.problem;
    return {{"columns", equal_pieces(problem.n)},
            {"row_tiles", equal_pieces(problem.m)},
            {"rows", {1, 2, 3, 4, 6, 8}},
            {"vectors", {1, 2, 4, 8}}};
}

configuration dot_gemm::default_configuration(const gemm_task &task) const {
    const gemm_problem &problem = task.problem;
    const int columns = divided_up(problem.n, divided_up(problem.n, 4));
    const int vectors = problem.n == 1 ? 4 : 1;
    const int rows = problem.n == 1 ? 1 : columns == 4 ? 6 : 8;
    return {{"columns", columns},
            {"row_tiles", divided_up(divided_up(problem.m, rows), task.target.threads)},
            {"rows", rows},
            {"vectors", vectors}};
}

gemm_program dot_gemm::generate(const gemm_task &task, const configuration &chosen,
                                const std::string &name) const {
    const gemm_problem &problem = task.problem;
    const tiling blocking(task, chosen);
    const bool packs = task.constant_b && !lies_turned(problem);
    std::optional<program> turner;
    if (packs) {
        turner = b_packer(problem, turned_b(problem), name + "_pack_weights");
    }

    function_scope scope(name);
    const b_arrangement arrangement = packs ? turned_b(problem) : plain_b(problem);
    const gemm_tensors tensors(problem, arrangement);
    const dot_iterators at(problem, blocking);
    std::optional<computation> turned;
    if (!packs && !lies_turned(problem)) {
        const var p("p", 0, problem.k);
        turned.emplace("b_turned", std::vector<var>{at.j, p}, tensors.b(p, at.j));
    }
    computation sums = lane_sums(tensors, at, blocking, [&](const expr &p, const expr &j) -> expr {
        return turned ? expr((*turned)(j, p)) : expr(tensors.b(p, j));
    });
    computation dots("dots", {at.i, at.j}, 0.0f);
    dots(at.i, at.j) += sums(at.i, at.j, at.lane);
    computation result(
        "result", {at.i, at.j},
        tensors.finished(tensors.start(at.i, at.j) + tensors.scaled(dots(at.i, at.j))));
    tensors.store_in_c(result, at.i, at.j);
    schedule(task, blocking, at, sums, dots, result);
    return {{scope.get(), tensors.arguments()}, std::move(turner), arrangement.extents};
}

} // namespace tiramisu::nn
