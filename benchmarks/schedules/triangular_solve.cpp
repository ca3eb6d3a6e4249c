#include "schedules/schedules.h"

#include "accuracy.h"
#include "aligned_floats.h"
#include "contest.h"
#include "peers/triangular_loops.h"
#include "schedules/scheduled_function.h"

namespace tiramisu::bench {

namespace {

constexpr int n = 2000, columns = 2000;
constexpr int block = 40;                       // of unknowns, found one after another
constexpr int rows_kept = 5, columns_kept = 80; // of sums, in registers
constexpr int lanes = 16;
constexpr double operations = 1.0 * n * n * columns;

// Row after row: x(i) = (b(i) - sum of l(i, k) * x(k)) / l(i, i). `far` sums over the blocks of
// rows that are known, as a product of matrices; `near` takes away what the block itself adds.
scheduled_function triangular_solve() {
    init("triangular_solve");
    const var i("i", 0, n), j("j", 0, columns), any("any", 0, n);
    const var far_k("far_k", 0, expr(i) / block * block);
    const var near_k("near_k", expr(i) / block * block, i);
    buffer l_memory("l_memory", {n, n}, p_float32, a_input);
    buffer b_memory("b_memory", {n, columns}, p_float32, a_input);
    buffer x_memory("x_memory", {n, columns}, p_float32, a_output);
    input l("l", {i, any}, p_float32), b("b", {i, j}, p_float32), known("known", {i, j}, p_float32);
    l.store_in(&l_memory);
    b.store_in(&b_memory);
    known.store_in(&x_memory);
    computation far("far", {i, j}, 0.0f);
    far(i, j) += l(i, far_k) * known(far_k, j);
    computation start("start", {i, j}, b(i, j) - far(i, j));
    computation near("near", {i, near_k, j}, known(i, j) - l(i, near_k) * known(near_k, j));
    computation x("x", {i, j}, known(i, j) / l(i, i));
    start.store_in(&x_memory, {i, j});
    near.store_in(&x_memory, {i, j});
    x.store_in(&x_memory, {i, j});
    computation zeros = far.init(), sums = far.update(0);
    zeros.then(sums, i).then(start, i).then(near, i).then(x, i);
    perform_full_dependency_analysis(); // that row after row is what is meant

    const var j_tile("j_tile"), j_in("j_in"), j_vector("j_vector"), j_lane("j_lane");
    const var i_block("i_block"), i_in("i_in"), i_tile("i_tile"), i_row("i_row");
    for (computation part : {start, near, x}) {
        part.split(j, columns_kept, j_tile, j_in).split(i, block, i_block, i_in);
        part.vectorize(j_in, lanes, j_vector, j_lane);
        part.tag_unroll_level(j_vector);
    }
    start.split(i_in, rows_kept, i_tile, i_row).tag_unroll_level(i_row);
    start.reorder({j_tile, i_block, i_tile, i_row, j_vector});
    near.reorder({j_tile, i_block, i_in, near_k, j_vector});
    x.reorder({j_tile, i_block, i_in, j_vector});
    start.then(near, i_block).then(x, i_in);
    start.parallelize(j_tile);
    // All sums of a tile are registers.
    sums.reorder({far_k, i, j});
    for (computation part : {zeros, sums}) {
        part.vectorize(j, lanes, j_vector, j_lane);
        part.tag_unroll_level(i);
        part.tag_unroll_level(j_vector);
    }
    far.compute_at(start, i_tile);
    return {*global::get_implicit_function(), {l_memory, b_memory, x_memory}};
}

aligned_floats triangle() {
    const std::vector<float> values = random_floats(std::size_t{n} * n, 7);
    aligned_floats l(values.size(), 0.0f);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            const auto at = static_cast<std::size_t>(i * n + k);
            l[at] = values[at] / n;
        }
        l[static_cast<std::size_t>(i * n + i)] = 1.5f;
    }
    return l;
}

std::vector<double> reference(const aligned_floats &l, const aligned_floats &b) {
    std::vector<double> x(b.begin(), b.end());
    for (int i = 0; i < n; i++) {
        double *const to = x.data() + i * columns;
        for (int k = 0; k < i; k++) {
            const double factor = l[static_cast<std::size_t>(i * n + k)];
            const double *const from = x.data() + k * columns;
            for (int j = 0; j < columns; j++) {
                to[j] -= factor * from[j];
            }
        }
        for (int j = 0; j < columns; j++) {
            to[j] /= l[static_cast<std::size_t>(i * n + i)];
        }
    }
    return x;
}

} // namespace

void run_triangular_solve(session &here) {
    const std::string id = "triangular_solve_2000";
    if (!here.wants(id)) {
        return;
    }
    const aligned_floats l = triangle();
    const std::vector<float> values = random_floats(std::size_t{n} * columns, 8);
    const aligned_floats b(values.begin(), values.end());
    aligned_floats ours(b.size()), theirs(b.size());
    const compiled_function compiled = triangular_solve().compile();
    contest all;
    all.id = id;
    all.variant = "dsl";
    all.operations = operations;
    all.ours = [&] {
        compiled({{l.data(), {n, n}}, {b.data(), {n, columns}}, {ours.data(), {n, columns}}});
    };
    all.result = ours.data();
    all.reference = reference(l, b);
    all.peers = {{"plain",
                  [&] { triangular_solve_loops(n, columns, l.data(), b.data(), theirs.data()); },
                  theirs.data()}};
    run_contest(here, all);
    time_generator(here, id, triangular_solve);
}

} // namespace tiramisu::bench
