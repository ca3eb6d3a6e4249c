// Gauss-Seidel sweeps: the solver says which skew makes a loop parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 90);
    init("sweep");
    function *fct = global::get_implicit_function();

    var i("i", 1, N - 1), j("j", 1, N - 1), si("si"), sj("sj");
    input x("x", {i, j}, p_float64);
    computation u("u", {i, j}, p_float64);
    u.set_expression((u(i - 1, j) + u(i, j - 1) + u(i, j) + u(i + 1, j) + u(i, j + 1)) * 0.25);
    buffer b_u("b_u", {N, N}, p_float64, a_output);
    x.store_in(&b_u);
    u.store_in(&b_u);

    perform_full_dependency_analysis();
    prepare_schedules_for_legality_checks(true);
    auto skews = fct->skewing_local_solver({&u}, i, j, 1);
    std::vector<std::pair<int, int>> outer = std::get<0>(skews), inner = std::get<1>(skews);
    if (!outer.empty() || inner.empty()) {
        return 1;
    }
    u.skew(i, j, inner[0].first, inner[0].second, si, sj);
    prepare_schedules_for_legality_checks();
    if (!check_legality_of_function() || !loop_parallelization_is_legal(sj, {&u})) {
        return 1;
    }
    u.tag_parallel_level(sj);
    codegen({&b_u}, "skew_solver.o");
}
