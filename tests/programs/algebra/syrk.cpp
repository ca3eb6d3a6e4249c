// The lower triangle of C = a A A^T + b C: triangular domains in isl's notation, tiled.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    init("syrk");
    function *f = global::get_implicit_function();
    constant N("N", size_of(argc, argv, 19, 80)), K("K", size_of(argc, argv, 13, 60));

    var i("i"), j("j"), k("k"), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    computation A("[N,K]->{A[i,k]: 0<=i<N and 0<=k<K}", expr(), false, p_float32, f);
    computation C("[N]->{C[i,j]: 0<=i<N and 0<=j<=i}", expr(), true, p_float32, f);
    C.set_expression(C(i, j) * 0.5f);
    computation S("[N,K]->{S[i,j,k]: 0<=i<N and 0<=j<=i and 0<=k<K}", expr(), true, p_float32, f);
    S.set_expression(S(i, j, k) + A(i, k) * A(j, k) * 1.5f);

    C.then(S, computation::root);
    C.tag_parallel_level(0);
    S.tile(i, j, 8, 8, i0, j0, i1, j1);
    S.interchange(j1, k);
    S.parallelize(i0);
    S.vectorize(j1, 4);

    buffer b_A("b_A", {N, K}, p_float32, a_input), b_C("b_C", {N, N}, p_float32, a_output);
    A.set_access("{A[i,k]->b_A[i,k]}");
    C.set_access("{C[i,j]->b_C[i,j]}");
    S.set_access("{S[i,j,k]->b_C[i,j]}");
    f->codegen({&b_A, &b_C}, "syrk.o");
}
