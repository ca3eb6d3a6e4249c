// C = alpha * A * A' + beta * C over the triangle for any size: isl sets with parameters that are
// read from a buffer when the function starts, the five calls at the end.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    is_mini(argc, argv);
    global::set_default_tiramisu_options();
    function syrk("syrk_sizes");

    var i("i"), j("j"), k("k"), i0("i0"), k0("k0"), i1("i1"), k1("k1");
    computation sizes("{sizes[i]: 0<=i<2}", expr(), false, p_int32, &syrk);
    constant n("n", sizes(0), p_int32, true, NULL, 0, &syrk),
        m("m", sizes(1), p_int32, true, NULL, 0, &syrk);
    computation alpha("{alpha[0]}", expr(), false, p_float64, &syrk);
    computation beta("{beta[0]}", expr(), false, p_float64, &syrk);
    computation A("[n,m]->{A[i,k]: 0<=i<n and 0<=k<m}", expr(), false, p_float64, &syrk);
    computation C("[n]->{C[i,j]: 0<=i<n and 0<=j<n}", expr(), false, p_float64, &syrk);
    computation C_scaled("[n]->{C_scaled[i,j]: 0<=i<n and 0<=j<=i}", C(i, j) * beta(0), true,
                         p_float64, &syrk);
    computation C_out("[n,m]->{C_out[i,k,j]: 0<=i<n and 0<=k<m and 0<=j<=i}",
                      C(i, j) + alpha(0) * A(i, k) * A(j, k), true, p_float64, &syrk);
    syrk.set_context_set("[n,m]->{: n>=8 and m>=8}");

    C_scaled.tag_parallel_level(0);
    C_out.tile(i, k, 8, 16, i0, k0, i1, k1);
    C_out.tag_parallel_level(i0);
    C_out.vectorize(j, 4);
    C_out.after(C_scaled, computation::root);

    buffer b_sizes("b_sizes", {2}, p_int32, a_input, &syrk);
    buffer b_alpha("b_alpha", {1}, p_float64, a_input, &syrk);
    buffer b_beta("b_beta", {1}, p_float64, a_input, &syrk);
    buffer b_A("b_A", {n, m}, p_float64, a_input, &syrk),
        b_C("b_C", {n, n}, p_float64, a_output, &syrk);
    sizes.set_access("{sizes[i]->b_sizes[i]}");
    alpha.set_access("{alpha[i]->b_alpha[i]}");
    beta.set_access("{beta[i]->b_beta[i]}");
    A.set_access("{A[i,k]->b_A[i,k]}");
    C.set_access("{C[i,j]->b_C[i,j]}");
    C_scaled.set_access("{C_scaled[i,j]->b_C[i,j]}");
    C_out.set_access("{C_out[i,k,j]->b_C[i,j]}");

    syrk.set_arguments({&b_sizes, &b_alpha, &b_beta, &b_A, &b_C});
    syrk.gen_time_space_domain();
    syrk.gen_isl_ast();
    syrk.gen_halide_stmt();
    syrk.gen_halide_obj("syrk_sizes.o");
}
