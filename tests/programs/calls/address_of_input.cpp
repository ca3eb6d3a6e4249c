// A function of the caller's own looks at a whole buffer, which the program calls an output
// although it writes nothing there.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 6, 40);
    function f("spread");
    constant n("N", expr((int32_t)N), p_int32, true, NULL, 0, &f);
    buffer table("table", {N}, p_uint8, a_output, &f), out("out", {N, N}, p_int32, a_output, &f);
    buffer sums("sums", {N}, p_int32, a_output, &f);

    computation T("[N]->{T[i]: 0<=i<N}", expr(), false, p_uint8, &f);
    expr largest(o_call, "largest_of", {expr(o_address, var("T"))}, p_int32);
    computation S("[N]->{S[i,j]: 0<=i<N and 0<=j<N}", largest * var("i") + var("j"), true, p_int32,
                  &f);
    T.set_access("[N]->{T[i]->table[i]}");
    S.set_access("[N]->{S[i,j]->out[i,j]}");

    // What is computed here is read through its address.
    computation P("[N]->{P[i]: 0<=i<N}", var("i") * 3, true, p_int32, &f);
    expr total(o_call, "sum_of", {expr(o_address, var("P"))}, p_int32);
    computation Q("[N]->{Q[i]: 0<=i<1}", total, true, p_int32, &f);
    buffer result("result", {1}, p_int32, a_output, &f);
    P.set_access("[N]->{P[i]->sums[i]}");
    Q.set_access("[N]->{Q[i]->result[i]}");
    P.after(S, computation::root);
    Q.after(P, computation::root);

    f.set_arguments({&table, &out, &sums, &result});
    f.gen_time_space_domain();
    f.gen_isl_ast();
    f.gen_halide_stmt();
    f.gen_halide_obj("address_of_input.o");
    return 0;
}
