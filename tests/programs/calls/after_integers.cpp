// Matrix-vector product and its negative, ordered by numbers of loops.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 90);
    function mv("mv");
    constant size("N", expr(N), p_int32, true, NULL, 0, &mv);

    var i("i"), j("j");
    computation A("[N]->{A[i,j]: 0<=i<N and 0<=j<N}", expr(), false, p_int32, &mv);
    computation x("[N]->{x[i]: 0<=i<N}", expr(), false, p_int32, &mv);
    computation start("[N]->{start[i]: 0<=i<N}", expr(0), true, p_int32, &mv);
    computation y("[N]->{y[i,j]: 0<=i<N and 0<=j<N}", expr(), true, p_int32, &mv);
    y.set_expression(y(i, j - 1) + A(i, j) * x(j));
    computation negative("[N]->{negative[i]: 0<=i<N}", -y(i, 0), true, p_int32, &mv);
    computation first("{first[0]}", negative(0), true, p_int32, &mv);

    y.after(start, 0);
    negative.after(y, 0);
    first.after(negative, computation::root_dimension);

    buffer b_A("b_A", {N, N}, p_int32, a_input, &mv), b_x("b_x", {N}, p_int32, a_input, &mv);
    buffer b_y("b_y", {N}, p_int32, a_output, &mv), b_n("b_n", {N}, p_int32, a_output, &mv);
    buffer b_first("b_first", {1}, p_int32, a_output, &mv);
    A.set_access("{A[i,j]->b_A[i,j]}");
    x.set_access("{x[i]->b_x[i]}");
    start.set_access("{start[i]->b_y[i]}");
    y.set_access("{y[i,j]->b_y[i]}");
    negative.set_access("{negative[i]->b_n[i]}");
    first.set_access("{first[i]->b_first[0]}");

    mv.set_arguments({&b_A, &b_x, &b_y, &b_n, &b_first});
    mv.gen_time_space_domain();
    mv.gen_isl_ast();
    mv.gen_halide_stmt();
    mv.gen_halide_obj("after_integers.o");
}
