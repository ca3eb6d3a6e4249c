// Whether the dependences of a pair of computations hold is asked before and after a fusion.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 17, 200);
    init("pair");

    var i("i", 0, N), k("k", 1, N);
    input x("x", {i}, p_int32);
    computation a("a", {i}, x(i) * 5);
    computation b("b", {k}, a(k) - a(k - 1));
    b.after(a, computation::root);
    buffer b_x("b_x", {N}, p_int32, a_input), b_a("b_a", {N}, p_int32, a_temporary);
    buffer b_b("b_b", {N}, p_int32, a_output);
    x.store_in(&b_x);
    a.store_in(&b_a);
    b.store_in(&b_b);

    performe_full_dependency_analysis();
    b.after(a, k);
    prepare_schedules_for_legality_checks();
    if (!a.involved_subset_of_dependencies_is_legal(&b)) {
        return 1;
    }
    b.shift(k, -1);
    prepare_schedules_for_legality_checks();
    if (a.involved_subset_of_dependencies_is_legal(&b)) {
        return 1;
    }
    b.shift(k, 1);
    codegen({&b_x, &b_b}, "pair_legality.o");
}
