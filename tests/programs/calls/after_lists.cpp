// Largest, smallest and sum of each row in one nest: after_low_level with a level and with lists.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 64), M = size_of(argc, argv, 15, 80);
    init("row_statistics");

    var i("i", 0, N), j("j", 0, M);
    input x("x", {i, j}, p_int32);
    computation most_start("most_start", {i}, x(i, 0)), least_start("least_start", {i}, x(i, 0));
    computation sum_start("sum_start", {i}, 0);
    computation most("most", {i, j}, p_int32), least("least", {i, j}, p_int32);
    computation sum("sum", {i, j}, p_int32);
    most.set_expression(expr(o_max, most(i, j), x(i, j)));
    least.set_expression(expr(o_min, least(i, j), x(i, j)));
    sum.set_expression(expr(o_add, sum(i, j), x(i, j)));

    least_start.after_low_level(most_start, 0);
    sum_start.after_low_level(least_start, {0});
    most.after_low_level(sum_start, 0);
    least.after_low_level(most, {0, 1});
    sum.after_low_level(least, {0, 1});

    buffer b_x("b_x", {N, M}, p_int32, a_input), b_most("b_most", {N}, p_int32, a_output);
    buffer b_least("b_least", {N}, p_int32, a_output), b_sum("b_sum", {N}, p_int32, a_output);
    x.store_in(&b_x);
    most_start.store_in(&b_most);
    most.store_in(&b_most, {i});
    least_start.store_in(&b_least);
    least.store_in(&b_least, {i});
    sum_start.store_in(&b_sum);
    sum.store_in(&b_sum, {i});
    codegen({&b_x, &b_most, &b_least, &b_sum}, "after_lists.o");
}
