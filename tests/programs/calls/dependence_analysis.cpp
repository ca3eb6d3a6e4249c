// Two stages over a buffer with a border: the order of the moment is fixed as the meaning, the
// loops are then swapped and fused, and the result is checked.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 90), M = size_of(argc, argv, 11, 70);
    tiramisu::init("smooth_twice");

    var i("i", 0, N), j("j", 0, M);
    input x("x", {i, j}, p_int32);
    computation first("first", {i, j}, x(i, j) * 2);
    computation second("second", {i, j}, first(i, j) + first(i + 1, j));
    second.after(first, computation::root);

    buffer b_x("b_x", {N, M}, p_int32, a_input);
    buffer b_first("b_first", {N + 1, M}, p_int32, a_temporary);
    buffer b_second("b_second", {N, M}, p_int32, a_output);
    x.store_in(&b_x);
    first.store_in(&b_first);
    second.store_in(&b_second);
    computation border("border", {j}, expr(0));
    border.store_in(&b_first, {N, j});
    first.after(border, computation::root);

    perform_full_dependency_analysis();
    first.interchange(i, j);
    second.interchange(i, j);
    second.after(first, j);
    prepare_schedules_for_legality_checks(true);
    const bool legal = check_legality_of_function();
    if (!legal || !loop_parallelization_is_legal(j, {&first, &second})) {
        return 1;
    }
    first.tag_parallel_level(j);

    codegen({&b_x, &b_second}, "dependence_analysis.o");
}
