// A = Q * R by the modified Gram-Schmidt process as a computation a column: columns in parallel,
// ordered by the numbers of loops.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    function gramschmidt_rows("gramschmidt_rows");

    constant rows("M", expr(M), p_int32, true, NULL, 0, &gramschmidt_rows);
    constant columns("N", expr(N), p_int32, true, NULL, 0, &gramschmidt_rows);
    var k("k"), i("i"), j("j");
    computation A("[M,N]->{A[i,j]: 0<=i<M and 0<=j<N}", expr(), false, p_float64,
                  &gramschmidt_rows);
    computation nrm_init("[N]->{nrm_init[k]: 0<=k<N}", expr(0.0), true, p_float64,
                         &gramschmidt_rows);
    computation nrm("[M,N]->{nrm[k,i]: 0<=k<N and 0<=i<M}", nrm_init(k) + A(i, k) * A(i, k), true,
                    p_float64, &gramschmidt_rows);
    computation R_diag("[N]->{R_diag[k]: 0<=k<N}", expr(o_sqrt, nrm(k, M - 1)), true, p_float64,
                       &gramschmidt_rows);
    computation Q("[M,N]->{Q[k,i]: 0<=k<N and 0<=i<M}", A(i, k) / R_diag(k), true, p_float64,
                  &gramschmidt_rows);
    computation R_init("[N]->{R_init[k,j]: 0<=k<j<N}", expr(0.0), true, p_float64,
                       &gramschmidt_rows);
    computation R("[M,N]->{R[k,j,i]: 0<=k<j<N and 0<=i<M}", R_init(k, j) + Q(k, i) * A(i, j), true,
                  p_float64, &gramschmidt_rows);
    computation A_out("[M,N]->{A_out[k,j,i]: 0<=k<j<N and 0<=i<M}",
                      A(i, j) - Q(k, i) * R(k, j, M - 1), true, p_float64, &gramschmidt_rows);

    nrm.after_low_level(nrm_init, 0);
    R_diag.after_low_level(nrm, 0);
    Q.after_low_level(R_diag, 0);
    R_init.after_low_level(Q, 0);
    R.after_low_level(R_init, 1);
    A_out.after_low_level(R, 1);
    R_init.tag_parallel_level(1);

    buffer b_A("b_A", {M, N}, p_float64, a_output, &gramschmidt_rows);
    buffer b_Q("b_Q", {M, N}, p_float64, a_output, &gramschmidt_rows);
    buffer b_R("b_R", {N, N}, p_float64, a_output, &gramschmidt_rows);
    buffer b_nrm("b_nrm", {N}, p_float64, a_temporary, &gramschmidt_rows);
    A.set_access("{A[i,j]->b_A[i,j]}");
    nrm_init.set_access("{nrm_init[k]->b_nrm[k]}");
    nrm.set_access("{nrm[k,i]->b_nrm[k]}");
    R_diag.set_access("{R_diag[k]->b_R[k,k]}");
    Q.set_access("{Q[k,i]->b_Q[i,k]}");
    R_init.set_access("{R_init[k,j]->b_R[k,j]}");
    R.set_access("{R[k,j,i]->b_R[k,j]}");
    A_out.set_access("{A_out[k,j,i]->b_A[i,j]}");

    gramschmidt_rows.set_arguments({&b_A, &b_R, &b_Q});
    gramschmidt_rows.gen_time_space_domain();
    gramschmidt_rows.gen_isl_ast();
    gramschmidt_rows.gen_halide_stmt();
    gramschmidt_rows.gen_halide_obj("gramschmidt_rows.o");
}
