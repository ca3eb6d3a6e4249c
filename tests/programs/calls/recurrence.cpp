// Sums of all elements above, column by column: an expression that reads its own computation.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 64), M = size_of(argc, argv, 22, 101);
    init("running_sum");

    var i("i", 0, N), j("j", 0, M), i_rest("i", 1, N);
    input x("x", {i, j}, p_int64);
    computation first("first", {j}, x(0, j));
    computation sum("sum", {i_rest, j}, p_int64);
    sum.set_expression(sum(i_rest - 1, j) + x(i_rest, j));
    first.then(sum, computation::root);
    sum.interchange(i_rest, j);
    sum.parallelize(j);

    buffer b_x("b_x", {N, M}, p_int64, a_input), b_sum("b_sum", {N, M}, p_int64, a_output);
    x.store_in(&b_x);
    first.store_in(&b_sum, {0, j});
    sum.store_in(&b_sum);
    codegen({&b_x, &b_sum}, "recurrence.o");
}
