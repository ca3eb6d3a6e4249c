// Asks for the legality of a fusion that reads rows too early, and shifts the reader as answered.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 100), M = size_of(argc, argv, 10, 60);
    init("mended");
    function *fct = global::get_implicit_function();

    var i("i", 0, N), j("j", 0, M);
    input x("x", {i, j}, p_int32);
    computation a("a", {i, j}, x(i, j) + 7);
    computation b("b", {i, j}, i < N - 3, a(i + 3, j) * a(i, j));
    b.after(a, computation::root);
    buffer b_x("b_x", {N, M}, p_int32, a_input), b_b("b_b", {N, M}, p_int32, a_output);
    buffer b_a("b_a", {N, M}, p_int32, a_temporary);
    x.store_in(&b_x);
    a.store_in(&b_a);
    b.store_in(&b_b);

    fct->perform_full_dependency_analysis();
    b.after(a, i);
    fct->prepare_schedules_for_legality_checks();
    if (check_legality_of_function() || fct->check_partial_legality_in_function({&a, &b})) {
        return 1;
    }
    auto shifts = fct->correcting_loop_fusion_with_shifting({&a}, b, {i});
    if (shifts.empty()) {
        return 1;
    }
    for (auto const &shift : shifts) {
        b.shift(std::get<0>(shift), std::get<1>(shift));
    }
    fct->prepare_schedules_for_legality_checks();
    if (!check_legality_of_function() || !fct->check_partial_legality_in_function({&a, &b})) {
        return 1;
    }
    fct->codegen({&b_x, &b_b}, "refused_then_mended.o");
}
