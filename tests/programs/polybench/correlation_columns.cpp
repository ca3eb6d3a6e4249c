// Correlation, column by column: mean and deviation of a column are done with before the next one,
// columns run in parallel; then the triangle row by row.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 32, 100), M = size_of(argc, argv, 28, 80);
    const std::string n = std::to_string(N), m = std::to_string(M);
    const std::string column = "[j]: 0<=j<" + m, cell = "[j,k]: 0<=j<" + m + " and 0<=k<" + n;
    init("correlation_columns");
    function *f = global::get_implicit_function();

    var i("i"), j("j"), k("k");
    const expr zero = value_cast(p_float64, 0), one = value_cast(p_float64, 1);
    computation float_n("{float_n[0]}", expr(), false, p_float64, f);
    computation data("{data" + cell + "}", expr(), false, p_float64, f);
    computation mean("{mean" + column + "}", expr(), false, p_float64, f);
    computation stddev("{stddev" + column + "}", expr(), false, p_float64, f);
    computation corr("{corr[i,j]}", expr(), false, p_float64, f);
    computation mean_init("{mean_init" + column + "}", zero, true, p_float64, f);
    computation mean_sum("{mean_sum" + cell + "}", mean(j) + data(j, k), true, p_float64, f);
    computation mean_out("{mean_out" + column + "}", mean(j) / float_n(0), true, p_float64, f);
    computation square_init("{square_init" + column + "}", zero, true, p_float64, f);
    const expr distance = data(j, k) - mean(j);
    computation square_sum("{square_sum" + cell + "}", stddev(j) + distance * distance, true,
                           p_float64, f);
    computation root("{root" + column + "}", expr(o_sqrt, stddev(j) / float_n(0)), true, p_float64,
                     f);
    computation bounded("{bounded" + column + "}",
                        expr(o_select, stddev(j) <= value_cast(p_float64, 0.1), one, stddev(j)),
                        true, p_float64, f);
    computation scaled("{scaled" + cell + "}", distance / (expr(o_sqrt, float_n(0)) * stddev(j)),
                       true, p_float64, f);
    computation diagonal("{diagonal[i]: 0<=i<" + m + "}", one, true, p_float64, f);
    computation corr_init("{corr_init[i,j]: 0<=i<j and j<" + m + "}", zero, true, p_float64, f);
    computation corr_sum("{corr_sum[i,j,k]: 0<=i<j and j<" + m + " and 0<=k<" + n + "}",
                         corr(i, j) + data(i, k) * data(j, k), true, p_float64, f);
    computation corr_out("{corr_out[i,j]: 0<=i<j and j<" + m + "}", corr(i, j), true, p_float64, f);

    mean_sum.after(mean_init, j);
    mean_out.after(mean_sum, j);
    square_init.after(mean_out, j);
    square_sum.after(square_init, j);
    root.after(square_sum, j);
    bounded.after(root, j);
    scaled.after(bounded, j);
    diagonal.after(scaled, computation::root);
    corr_init.after(diagonal, i);
    corr_sum.after(corr_init, j);
    corr_out.after(corr_sum, j);
    mean_init.tag_parallel_level(j);
    diagonal.tag_parallel_level(i);

    buffer b_float_n("b_float_n", {1}, p_float64, a_input);
    buffer b_data("b_data", {N, M}, p_float64, a_output),
        b_mean("b_mean", {M}, p_float64, a_output);
    buffer b_stddev("b_stddev", {M}, p_float64, a_output),
        b_corr("b_corr", {M, M}, p_float64, a_output);
    float_n.set_access("{float_n[0]->b_float_n[0]}");
    data.set_access("{data[j,k]->b_data[k,j]}");
    mean.set_access("{mean[j]->b_mean[j]}");
    stddev.set_access("{stddev[j]->b_stddev[j]}");
    corr.set_access("{corr[i,j]->b_corr[i,j]}");
    mean_init.set_access("{mean_init[j]->b_mean[j]}");
    mean_sum.set_access("{mean_sum[j,k]->b_mean[j]}");
    mean_out.set_access("{mean_out[j]->b_mean[j]}");
    square_init.set_access("{square_init[j]->b_stddev[j]}");
    square_sum.set_access("{square_sum[j,k]->b_stddev[j]}");
    root.set_access("{root[j]->b_stddev[j]}");
    bounded.set_access("{bounded[j]->b_stddev[j]}");
    scaled.set_access("{scaled[j,k]->b_data[k,j]}");
    diagonal.set_access("{diagonal[i]->b_corr[i,i]}");
    corr_init.set_access("{corr_init[i,j]->b_corr[i,j]}");
    corr_sum.set_access("{corr_sum[i,j,k]->b_corr[i,j]}");
    corr_out.set_access("{corr_out[i,j]->b_corr[j,i]}");

    codegen({&b_float_n, &b_data, &b_mean, &b_stddev, &b_corr}, "correlation_columns.o");
}
