// B = alpha * A' * B in place: columns outermost and from the last to the first, both statements
// share two loops.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    const std::string m = std::to_string(M), n = std::to_string(N);
    init("trmm_reversed");
    function *f = global::get_implicit_function();

    var i("i"), j("j"), k("k"), backward("backward");
    computation alpha("{alpha[0]}", expr(), false, p_float64, f);
    computation A("{A[k,i]: 0<=i<" + m + " and i<=k<" + m + "}", expr(), false, p_float64, f);
    computation B("{B[i,j]: 0<=i<" + m + " and 0<=j<" + n + "}", expr(), false, p_float64, f);
    computation B_sum("{B_sum[i,j,k]: 0<=i<" + m + " and 0<=j<" + n + " and i<k<" + m + "}",
                      B(i, j) + A(k, i) * B(k, j), true, p_float64, f);
    computation B_out("{B_out[i,j]: 0<=i<" + m + " and 0<=j<" + n + "}", alpha(0) * B(i, j), true,
                      p_float64, f);

    B_sum.interchange(i, j);
    B_sum.loop_reversal(j, backward);
    B_sum.unroll(k, 4);
    B_out.interchange(i, j);
    B_out.loop_reversal(j, backward);
    B_out.after(B_sum, i);
    B_sum.tag_parallel_level(backward);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_A("b_A", {M, M}, p_float64, a_input);
    buffer b_B("b_B", {M, N}, p_float64, a_output);
    alpha.store_in(&b_alpha);
    A.store_in(&b_A);
    B.store_in(&b_B);
    B_sum.store_in(&b_B, {i, j});
    B_out.store_in(&b_B);

    codegen({&b_alpha, &b_A, &b_B}, "trmm_reversed.o");
}
