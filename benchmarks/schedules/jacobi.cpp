#include "schedules/schedules.h"

#include "accuracy.h"
#include "aligned_floats.h"
#include "contest.h"
#include "peers/jacobi_loops.h"
#include "schedules/jacobi.h"
#include "schedules/scheduled_function.h"

#include <algorithm>

namespace tiramisu::bench {

namespace {

struct grid {
    const char *id;
    int n, steps;
    int columns; ///< of a tile; 0 for whole rows, where a tile of them fits the second cache

    int plane() const { return n * n; }
    double operations() const { return 5.0 * (n - 2) * (n - 2) * steps; }
};

constexpr grid grids[] = {{"jacobi_2d_1000_500", 1000, 500, 0},
                          {"jacobi_2d_4000_100", 4000, 100, 1024}};

// Rows are skewed by one a step, which makes time and rows tilable; tiles that do not depend on
// each other run in parallel, wavefront by wavefront.
void tile_rows(const computation &mean, const var &t, const var &i, const var &j) {
    const var t_tile("t_tile"), i_tile("i_tile"), t_in("t_in"), i_in("i_in");
    const var j_vector("j_vector"), j_lane("j_lane");
    computation scheduled = mean;
    scheduled.transform({t, i}, {{1, 0}, {1, 1}});
    scheduled.tile(t, i, 16, 32, t_tile, i_tile, t_in, i_in);
    scheduled.transform({t_tile, i_tile}, {{1, 1}, {0, 1}});
    scheduled.parallelize(i_tile);
    // Only the first and the last vector of a row have a mask.
    scheduled.vectorize(j, 16, j_vector, j_lane, tail::masked);
    scheduled.peel_first(j_vector).peel_last(j_vector);
}

// The same with columns skewed and tiled, too.
void tile_rows_and_columns(const computation &mean, const var &t, const var &i, const var &j,
                           int columns) {
    const var t_tile("t_tile"), i_tile("i_tile"), j_tile("j_tile"), t_in("t_in"), i_in("i_in"),
        j_in("j_in");
    computation scheduled = mean;
    scheduled.transform({t, i, j}, {{1, 0, 0}, {1, 1, 0}, {1, 0, 1}});
    scheduled.tile(t, i, j, 25, 32, columns, t_tile, i_tile, j_tile, t_in, i_in, j_in);
    scheduled.transform({t_tile, i_tile}, {{1, 1}, {0, 1}});
    scheduled.parallelize(i_tile);
    scheduled.vectorize(j_in, 16);
}

scheduled_function jacobi(const grid &g) {
    jacobi_in_time made = declare_jacobi(g.n, g.steps);
    const var t("t"), i("i"), j("j");
    if (g.columns == 0) {
        tile_rows(made.mean, t, i, j);
    } else {
        tile_rows_and_columns(made.mean, t, i, j, g.columns);
    }
    return made.declared;
}

std::vector<double> reference(const grid &g, const std::vector<float> &start) {
    const int n = g.n;
    std::vector<double> from(start.begin(), start.end()), to = from;
    for (int step = 0; step < g.steps; step++) {
        for (int i = 1; i < n - 1; i++) {
            const double *const row = from.data() + i * n;
            for (int j = 1; j < n - 1; j++) {
                to[static_cast<std::size_t>(i * n + j)] =
                    0.2 * (row[j] + row[j - 1] + row[j + 1] + row[j + n] + row[j - n]);
            }
        }
        std::swap(from, to);
    }
    return from;
}

void run_grid(session &here, const grid &g) {
    if (!here.wants(g.id)) {
        return;
    }
    const int n = g.n, plane = g.plane();
    const std::vector<float> start = random_floats(plane, 3);
    aligned_floats ours(2 * plane), theirs(2 * plane);
    const auto reset = [&] {
        for (aligned_floats *planes : {&ours, &theirs}) {
            std::copy(start.begin(), start.end(), planes->begin());
            std::copy(start.begin(), start.end(), planes->begin() + plane);
        }
    };
    const compiled_function compiled = jacobi(g).compile();
    contest all;
    all.id = g.id;
    all.variant = "dsl";
    all.operations = g.operations();
    all.ours = [&] { compiled({{ours.data(), {2, n, n}}}); };
    all.result = ours.data();
    all.reference = reference(g, start);
    all.reset = reset;
    all.peers = {
        {"plain", [&] { jacobi_plain_loops(theirs.data(), n, g.steps); }, theirs.data()},
        {"tiled_by_hand", [&] { jacobi_tiled_loops(theirs.data(), n, g.steps); }, theirs.data()},
    };
    run_contest(here, all);
    time_generator(here, g.id, [&g] { return jacobi(g); });
}

} // namespace

jacobi_in_time declare_jacobi(int size, int steps) {
    init("jacobi");
    const var t("t", 1, steps + 1), i("i", 1, size - 1), j("j", 1, size - 1);
    const var any_t("any_t", 0, steps + 1), any_i("any_i", 0, size), any_j("any_j", 0, size);
    buffer planes("planes", {2, size, size}, p_float32, a_output);
    input before("before", {any_t, any_i, any_j}, p_float32);
    before.store_in(&planes, {any_t % 2, any_i, any_j});
    computation mean("mean", {t, i, j}, p_float32);
    mean.set_expression(0.2f *
                        (before(t - 1, i, j) + before(t - 1, i, j - 1) + before(t - 1, i, j + 1) +
                         before(t - 1, i + 1, j) + before(t - 1, i - 1, j)));
    mean.store_in(&planes, {t % 2, i, j});
    return {{*global::get_implicit_function(), {planes}}, mean};
}

void run_jacobi(session &here) {
    for (const grid &g : grids) {
        run_grid(here, g);
    }
}

} // namespace tiramisu::bench
