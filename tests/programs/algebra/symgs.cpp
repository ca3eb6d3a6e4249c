// One symmetric Gauss-Seidel sweep, dense: forward, then backward over the rows. A scalar that
// every row uses again keeps the sum; the vector is updated in place.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 90);
    init("symgs");

    var i("i", 0, N), j("j", 0, N);
    input A("A", {i, j}, p_float32), r("r", {i}, p_float32), x("x", {i}, p_float32);
    computation sum_f("sum_f", {i}, r(i));
    computation row_f("row_f", {i, j}, p_float32);
    row_f.set_expression(row_f(i, j) - A(i, j) * x(j));
    computation x_f("x_f", {i}, (sum_f(i) + A(i, i) * x(i)) / A(i, i));

    expr back = N - 1 - i;
    computation sum_b("sum_b", {i}, r(back));
    computation row_b("row_b", {i, j}, p_float32);
    row_b.set_expression(row_b(i, j) - A(back, j) * x(j));
    computation x_b("x_b", {i}, (sum_b(i) + A(back, back) * x(back)) / A(back, back));

    sum_f.then(row_f, i).then(x_f, i);
    x_f.then(sum_b, computation::root).then(row_b, i).then(x_b, i);
    row_f.vectorize(j, 8);
    row_b.vectorize(j, 8);

    buffer b_A("b_A", {N, N}, p_float32, a_input), b_r("b_r", {N}, p_float32, a_input);
    buffer b_sum("b_sum", {1}, p_float32, a_temporary), b_x("b_x", {N}, p_float32, a_output);
    A.store_in(&b_A);
    r.store_in(&b_r);
    x.store_in(&b_x);
    for (computation *sum : {&sum_f, &row_f, &sum_b, &row_b}) {
        sum->store_in(&b_sum, {0});
    }
    x_f.store_in(&b_x);
    x_b.store_in(&b_x, {back});
    codegen({&b_A, &b_r, &b_x}, "symgs.o");
}
