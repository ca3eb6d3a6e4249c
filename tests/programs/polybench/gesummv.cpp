// y = alpha * A * x + beta * B * x: an explicit function and the five calls that end older
// programs; four computations share the loop over rows, two of them the one over columns.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 30, 90);
    const std::string n = std::to_string(N), row = "[i]: 0<=i<" + n + "}",
                      square = "[i,j]: 0<=i<" + n + " and 0<=j<" + n + "}";
    global::set_default_tiramisu_options();
    function f("gesummv");

    var i("i"), j("j");
    computation alpha("{alpha[0]}", expr(), false, p_float64, &f);
    computation beta("{beta[0]}", expr(), false, p_float64, &f);
    computation A("{A" + square, expr(), false, p_float64, &f);
    computation B("{B" + square, expr(), false, p_float64, &f);
    computation x("{x" + row, expr(), false, p_float64, &f);
    computation tmp_init("{tmp_init" + row, expr(0.0), true, p_float64, &f);
    computation y_init("{y_init" + row, expr(0.0), true, p_float64, &f);
    computation tmp("{tmp" + square, tmp_init(i) + A(i, j) * x(j), true, p_float64, &f);
    computation y_sum("{y_sum" + square, y_init(i) + B(i, j) * x(j), true, p_float64, &f);
    computation y("{y" + row, alpha(0) * tmp(i, 0) + beta(0) * y_sum(i, 0), true, p_float64, &f);

    y_init.after(tmp_init, i);
    tmp.after(y_init, i);
    y_sum.after(tmp, j);
    y.after(y_sum, i);
    tmp_init.tag_parallel_level(0);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input, &f);
    buffer b_beta("b_beta", {1}, p_float64, a_input, &f);
    buffer b_A("b_A", {N, N}, p_float64, a_input, &f), b_B("b_B", {N, N}, p_float64, a_input, &f);
    buffer b_x("b_x", {N}, p_float64, a_input, &f), b_y("b_y", {N}, p_float64, a_output, &f);
    buffer b_tmp("b_tmp", {N}, p_float64, a_temporary, &f);
    alpha.set_access("{alpha[0]->b_alpha[0]}");
    beta.set_access("{beta[0]->b_beta[0]}");
    A.set_access("{A[i,j]->b_A[i,j]}");
    B.set_access("{B[i,j]->b_B[i,j]}");
    x.set_access("{x[i]->b_x[i]}");
    tmp_init.set_access("{tmp_init[i]->b_tmp[i]}");
    tmp.set_access("{tmp[i,j]->b_tmp[i]}");
    y_init.set_access("{y_init[i]->b_y[i]}");
    y_sum.set_access("{y_sum[i,j]->b_y[i]}");
    y.set_access("{y[i]->b_y[i]}");

    f.set_arguments({&b_alpha, &b_beta, &b_A, &b_B, &b_x, &b_y});
    f.gen_time_space_domain();
    f.gen_isl_ast();
    f.gen_halide_stmt();
    f.gen_halide_obj("gesummv.o");
}
