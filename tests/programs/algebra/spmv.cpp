// y = A x with A in CSR form: the row's bounds are constants computed in the loop over rows.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    global::set_default_tiramisu_options();
    function spmv("spmv");
    constant N("N", expr((int32_t)size_of(argc, argv, 23, 300)), p_int32, true, NULL, 0, &spmv);
    constant NNZ("NNZ", N * 4, p_int32, true, NULL, 0, &spmv);

    var i("i"), k("k");
    computation starts("[N]->{starts[i]: 0<=i<=N}", expr(), false, p_int32, &spmv);
    computation columns("[NNZ]->{columns[k]: 0<=k<NNZ}", expr(), false, p_int32, &spmv);
    computation values("[NNZ]->{values[k]: 0<=k<NNZ}", expr(), false, p_float32, &spmv);
    computation x("[N]->{x[i]: 0<=i<N}", expr(), false, p_float32, &spmv);

    computation y_init("[N]->{y_init[i]: 0<=i<N}", expr(0.f), true, p_float32, &spmv);
    constant start("start", starts(i), p_int32, false, &y_init, 0, &spmv);
    constant end("end", starts(i + 1), p_int32, false, &y_init, 0, &spmv);
    computation y("[N,start,end]->{y[i,k]: 0<=i<N and start<=k<end}", expr(), true, p_float32,
                  &spmv);
    y.set_expression(y(i, k) + values(k) * x(columns(k)));

    y.after_low_level(y_init, 0);
    y_init.tag_parallel_level(0);
    y.tag_parallel_level(0);

    buffer b_starts("b_starts", {N + 1}, p_int32, a_input, &spmv);
    buffer b_columns("b_columns", {NNZ}, p_int32, a_input, &spmv);
    buffer b_values("b_values", {NNZ}, p_float32, a_input, &spmv);
    buffer b_x("b_x", {N}, p_float32, a_input, &spmv), b_y("b_y", {N}, p_float32, a_output, &spmv);
    starts.set_access("{starts[i]->b_starts[i]}");
    columns.set_access("{columns[k]->b_columns[k]}");
    values.set_access("{values[k]->b_values[k]}");
    x.set_access("{x[i]->b_x[i]}");
    y_init.set_access("{y_init[i]->b_y[i]}");
    y.set_access("{y[i,k]->b_y[i]}");

    spmv.set_arguments({&b_starts, &b_columns, &b_values, &b_x, &b_y});
    spmv.gen_time_space_domain();
    spmv.gen_isl_ast();
    spmv.gen_halide_stmt();
    spmv.gen_halide_obj("spmv.o");
}
