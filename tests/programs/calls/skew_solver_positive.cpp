// Stencil over time on one row of memory each: the solver's four factors make it tilable.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 7, 40), N = size_of(argc, argv, 18, 120);
    init("stencil_in_time");

    var t("t", 1, T), x("x", 2, N - 2), st("st"), sx("sx");
    input start("start", {t, x}, p_int32);
    computation u("u", {t, x}, p_int32);
    u.set_expression((u(t - 1, x - 2) + u(t - 1, x) + u(t - 1, x + 2)) % 1009);
    buffer b_u("b_u", {T, N}, p_int32, a_output);
    start.store_in(&b_u);
    u.store_in(&b_u);

    perform_full_dependency_analysis();
    prepare_schedules_for_legality_checks();
    auto skews = global::get_implicit_function()->skewing_local_solver_positive({&u}, t, x, 3);
    const std::vector<std::tuple<int, int, int, int>> tilable = std::get<2>(skews);
    if (tilable.empty()) {
        return 1;
    }
    const auto [a, b, c, d] = tilable.front();
    u.skew(t, x, a, b, c, d, st, sx);
    u.tile(st, sx, 4, 8, var("t0"), var("x0"), var("t1"), var("x1"));
    prepare_schedules_for_legality_checks();
    if (!check_legality_of_function()) {
        return 1;
    }
    codegen({&b_u}, "skew_solver_positive.o");
}
