// Three points in one dimension, in time: sets, maps and numbers of loops only.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 30, 120);
    global::set_default_tiramisu_options();
    function jacobi("jacobi_1d_low_level");

    constant steps("T", expr((int32_t)TSTEPS), p_int32, true, NULL, 0, &jacobi);
    constant n("N", expr((int32_t)N), p_int32, true, NULL, 0, &jacobi);
    var t("t"), i("i");
    computation A("[N]->{A[i]: 0<=i<N}", expr(), false, p_float64, &jacobi);
    computation B("[N]->{B[i]: 0<=i<N}", expr(), false, p_float64, &jacobi);
    computation to_B("[T,N]->{to_B[t,i]: 0<=t<T and 1<=i<N-1}",
                     (A(i - 1) + A(i) + A(i + 1)) * expr(0.33333), true, p_float64, &jacobi);
    computation to_A("[T,N]->{to_A[t,i]: 0<=t<T and 1<=i<N-1}",
                     (B(i - 1) + B(i) + B(i + 1)) * expr(0.33333), true, p_float64, &jacobi);
    jacobi.add_context_constraints("[T,N]->{: T>=1 and N>=3}");

    to_B.split(1, 8);
    to_B.tag_parallel_level(1);
    to_A.split(1, 4);
    to_A.tag_unroll_level(2);
    to_A.after_low_level(to_B, 0);

    buffer b_A("b_A", {expr(N)}, p_float64, a_output, &jacobi);
    buffer b_B("b_B", {expr(N)}, p_float64, a_output, &jacobi);
    A.set_access("{A[i]->b_A[i]}");
    B.set_access("{B[i]->b_B[i]}");
    to_A.set_access("{to_A[t,i]->b_A[i]}");
    to_B.set_access("{to_B[t,i]->b_B[i]}");

    jacobi.set_arguments({&b_A, &b_B});
    jacobi.gen_time_space_domain();
    jacobi.gen_isl_ast();
    jacobi.gen_halide_stmt();
    jacobi.gen_halide_obj("jacobi_1d_low_level.o");
}
