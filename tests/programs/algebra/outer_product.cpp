// A += u v^T and the row sums of A: sizes come in a buffer, as constants that also size the other
// buffers and bound the loops.
#include <tiramisu/tiramisu.h>

using namespace tiramisu;

int main(int, char **) {
    init("outer_product");
    var s("s", 0, 2);
    input SIZES("SIZES", {s}, p_int32);
    buffer b_SIZES("b_SIZES", {2}, p_int32, a_input);
    SIZES.store_in(&b_SIZES);
    constant N("N", SIZES(0)), M("M", SIZES(1));

    var i("i", 0, N), j("j", 0, M);
    input u("u", {i}, p_float32), v("v", {j}, p_float32);
    computation A("A", {i, j}, p_float32);
    A.set_expression(A(i, j) + u(i) * v(j));
    computation sum_init("sum_init", {i}, expr(0.f));
    computation sum("sum", {i, j}, p_float32);
    sum.set_expression(sum(i, j) + A(i, j));
    computation twice("twice", {i}, sum(i, 0) * 2.f);

    A.then(sum_init, computation::root).then(sum, i).then(twice, i);
    A.parallelize(i);
    A.vectorize(j, 8);
    sum_init.parallelize(i);

    buffer b_u("b_u", {N}, p_float32, a_input), b_v("b_v", {M}, p_float32, a_input);
    buffer b_A("b_A", {N, M}, p_float32, a_output), b_sum("b_sum", {N}, p_float32, a_temporary);
    buffer b_twice("b_twice", {N}, p_float32, a_output);
    u.store_in(&b_u);
    v.store_in(&b_v);
    A.store_in(&b_A);
    sum_init.store_in(&b_sum);
    sum.store_in(&b_sum, {i});
    twice.store_in(&b_twice);
    codegen({&b_SIZES, &b_u, &b_v, &b_A, &b_twice}, "outer_product.o");
}
