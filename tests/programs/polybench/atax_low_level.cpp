// y = A' * (A * x) with loops given as numbers throughout: an explicit function, isl sets,
// after_low_level, the five calls at the end. All sums come first, so that blocks of y run in
// parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 38, 116), N = size_of(argc, argv, 42, 124);
    const std::string rows = "0<=i<" + std::to_string(M), columns = "0<=j<" + std::to_string(N);
    global::set_default_tiramisu_options();
    function atax("atax_low_level");

    var i("i"), j("j");
    computation A("{A[i,j]: " + rows + " and " + columns + "}", expr(), false, p_float64, &atax);
    computation x("{x[j]: " + columns + "}", expr(), false, p_float64, &atax);
    computation y_init("{y_init[j]: " + columns + "}", expr(0.0), true, p_float64, &atax);
    computation tmp_init("{tmp_init[i]: " + rows + "}", expr(0.0), true, p_float64, &atax);
    computation tmp("{tmp[i,j]: " + rows + " and " + columns + "}", tmp_init(i) + A(i, j) * x(j),
                    true, p_float64, &atax);
    computation y("{y[i,j]: " + rows + " and " + columns + "}", y_init(j) + A(i, j) * tmp(i, 0),
                  true, p_float64, &atax);

    tmp_init.after_low_level(y_init, computation::root_dimension);
    tmp.after_low_level(tmp_init, 0);
    y.after_low_level(tmp, computation::root_dimension);
    tmp.tag_parallel_level(0);
    y.interchange(0, 1);
    y.split(0, 8);
    y.interchange(1, 2);
    y.tag_parallel_level(0);

    buffer b_A("b_A", {M, N}, p_float64, a_input, &atax);
    buffer b_x("b_x", {N}, p_float64, a_input, &atax), b_y("b_y", {N}, p_float64, a_output, &atax);
    buffer b_tmp("b_tmp", {M}, p_float64, a_temporary, &atax);
    A.set_access("{A[i,j]->b_A[i,j]}");
    x.set_access("{x[j]->b_x[j]}");
    y_init.set_access("{y_init[j]->b_y[j]}");
    tmp_init.set_access("{tmp_init[i]->b_tmp[i]}");
    tmp.set_access("{tmp[i,j]->b_tmp[i]}");
    y.set_access("{y[i,j]->b_y[j]}");

    atax.set_arguments({&b_A, &b_x, &b_y});
    atax.gen_time_space_domain();
    atax.gen_isl_ast();
    atax.gen_halide_stmt();
    atax.gen_halide_obj("atax_low_level.o");
}
