#include "nn/layers/gemm/solvers/device_tiles.h"

#include "nn/framework/program/device_tile.h"
#include "nn/layers/gemm/tensors.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

namespace {

constexpr int at_once = device_tile::at_once;

/// Of a, a column after the other, so that a thread's rows lie side by side.
void share_a(computation sums, const input &a, const var &level, const device_tile &tile) {
    const var i("ai"), p("ap");
    computation window = sums.cache_read(a, level, memory::shared, {i, p});
    window.store_in({p, i}, {expr(tile.depth), expr(tile.rows + at_once)});
    copy_by_all_threads(window, tile.rows * tile.depth);
}

/// Of b, first what each thread reads first, so that neighbours read neighbouring elements.
void share_b(computation sums, const input &b, const var &level, const device_tile &tile) {
    const var p("bp"), j("bj");
    const int own = tile.own_columns();
    computation window = sums.cache_read(b, level, memory::shared, {p, j});
    window.store_in({expr(p), j % own / at_once, j / own, j % at_once},
                    {expr(tile.depth), expr(own / at_once), expr(device_tile::threads + at_once),
                     expr(at_once)});
    copy_by_all_threads(window, tile.columns * tile.depth);
}

} // namespace

std::string device_gemm::why_not(const gemm_task &task) const {
    return why_no_device(task.target);
}

bool device_gemm::is_for_rule(const gemm_task &task) const {
    return task.problem.m >= device_tile::threads;
}

std::size_t device_gemm::workspace_bytes(const gemm_task &, const configuration &chosen) const {
    const device_tile tile(chosen);
    const int columns = tile.columns + at_once * tile.own_columns();
    return sizeof(float) * static_cast<std::size_t>(tile.depth * (tile.rows + at_once + columns));
}

std::vector<tunable> device_gemm::tunables(const gemm_task &) const {
    return device_tile_tunables();
}

configuration device_gemm::default_configuration(const gemm_task &task) const {
    const gemm_problem &p = task.problem;
    const bool adds_more = p.bias || p.beta != 0.0f || !p.post_ops.empty();
    return default_device_tile(p.m, p.n, p.k, adds_more ? 64 : 128);
}

gemm_program device_gemm::generate(const gemm_task &task, const configuration &chosen,
                                   const std::string &name) const {
    const function_scope scope(name);
    const gemm_problem &problem = task.problem;
    const device_tile tile(chosen);
    const b_arrangement plain = plain_b(problem);
    const gemm_tensors tensors(problem, plain);
    const var i("i", 0, problem.m), j("j", 0, problem.n), p("p", 0, problem.k);
    computation sum("sum", {i, j}, 0.0f);
    sum(i, j) += tensors.a(i, p) * tensors.b(p, j);
    computation result("result", {i, j},
                       tensors.finished(tensors.start(i, j) + tensors.scaled(sum(i, j))));
    tensors.store_in_c(result, i, j);

    const var p_tile("p_tile"), p_in("p_in");
    const device_parts parts(sum, result, "i", "j");
    computation sums = parts.sums;
    sums.split(p, tile.depth, p_tile, p_in);
    parts.run_in_tiles(tile, {p_tile}, p_in);
    result.vectorize(parts.column.own, at_once);

    share_a(sums, tensors.a, p_tile, tile);
    share_b(sums, tensors.b, p_tile, tile);
    if (problem.k > tile.depth) {
        sums.pipeline(p_tile);
    }
    return {{scope.get(), tensors.arguments()}, std::nullopt, plain.extents, plain.type};
}

} // namespace tiramisu::nn
