#include "schedules/schedules.h"

#include "accuracy.h"
#include "aligned_floats.h"
#include "contest.h"
#include "peers/jacobi_loops.h"
#include "schedules/scheduled_function.h"

#include <algorithm>

namespace tiramisu::bench {

namespace {

constexpr int n = 1000, steps = 500, plane = n * n;
constexpr double operations = 5.0 * (n - 2) * (n - 2) * steps;

// Two planes take turns in time. Rows are skewed by one a step, which makes time and rows tilable;
// tiles that do not depend on each other run in parallel, wavefront by wavefront.
scheduled_function jacobi() {
    init("jacobi");
    const var t("t", 1, steps + 1), i("i", 1, n - 1), j("j", 1, n - 1);
    const var any_t("any_t", 0, steps + 1), any_i("any_i", 0, n), any_j("any_j", 0, n);
    buffer planes("planes", {2, n, n}, p_float32, a_output);
    input before("before", {any_t, any_i, any_j}, p_float32);
    before.store_in(&planes, {any_t % 2, any_i, any_j});
    computation mean("mean", {t, i, j}, p_float32);
    mean.set_expression(0.2f *
                        (before(t - 1, i, j) + before(t - 1, i, j - 1) + before(t - 1, i, j + 1) +
                         before(t - 1, i + 1, j) + before(t - 1, i - 1, j)));
    mean.store_in(&planes, {t % 2, i, j});

    const var t_tile("t_tile"), i_tile("i_tile"), t_in("t_in"), i_in("i_in");
    const var j_vector("j_vector"), j_lane("j_lane");
    mean.transform({t, i}, {{1, 0}, {1, 1}});
    mean.tile(t, i, 16, 32, t_tile, i_tile, t_in, i_in);
    mean.transform({t_tile, i_tile}, {{1, 1}, {0, 1}});
    mean.parallelize(i_tile);
    // Only the first and the last vector of a row have a mask.
    mean.vectorize(j, 16, j_vector, j_lane, tail::masked);
    mean.peel_first(j_vector).peel_last(j_vector);
    return {*global::get_implicit_function(), {planes}};
}

std::vector<double> reference(const std::vector<float> &start) {
    std::vector<double> from(start.begin(), start.end()), to = from;
    for (int step = 0; step < steps; step++) {
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

} // namespace

void run_jacobi(session &here) {
    const std::string id = "jacobi_2d_1000_500";
    if (!here.wants(id)) {
        return;
    }
    const std::vector<float> start = random_floats(plane, 3);
    aligned_floats ours(2 * plane), theirs(2 * plane);
    const auto reset = [&] {
        for (aligned_floats *planes : {&ours, &theirs}) {
            std::copy(start.begin(), start.end(), planes->begin());
            std::copy(start.begin(), start.end(), planes->begin() + plane);
        }
    };
    const compiled_function compiled = jacobi().compile();
    contest all;
    all.id = id;
    all.variant = "dsl";
    all.operations = operations;
    all.ours = [&] { compiled({{ours.data(), {2, n, n}}}); };
    all.result = ours.data();
    all.reference = reference(start);
    all.reset = reset;
    all.peers = {
        {"plain", [&] { jacobi_plain_loops(theirs.data(), n, steps); }, theirs.data()},
        {"tiled_by_hand", [&] { jacobi_tiled_loops(theirs.data(), n, steps); }, theirs.data()},
    };
    run_contest(here, all);
    time_generator(here, id, jacobi);
}

} // namespace tiramisu::bench
