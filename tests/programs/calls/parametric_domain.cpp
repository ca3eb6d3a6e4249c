// The lower triangle of A + A^T: a domain whose parameter is a constant that an input gives.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 70);
    init("triangle");

    input size("size", {"s"}, {1}, p_int32);
    constant n("n", size(0));
    var i("i"), j("j");
    computation A("[n]->{A[i,j]: 0<=i<n and 0<=j<n}", expr(), false, p_float32,
                  global::get_implicit_function());
    computation L("[n]->{L[i,j]: 0<=i<n and 0<=j<=i}", A(i, j) + A(j, i), true, p_float32,
                  global::get_implicit_function());
    L.split(i, 4, var("i0"), var("i1"));
    L.parallelize(var("i0"));

    buffer b_size("b_size", {1}, p_int32, a_input);
    buffer b_A("b_A", {N, N}, p_float32, a_input), b_L("b_L", {N, N}, p_float32, a_output);
    size.store_in(&b_size);
    A.set_access("{A[i,j]->b_A[i,j]}");
    L.set_access("{L[i,j]->b_L[i,j]}");
    codegen({&b_size, &b_A, &b_L}, "parametric_domain.o");
}
