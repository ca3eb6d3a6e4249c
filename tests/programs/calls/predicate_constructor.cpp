// Solves nothing but the strict upper triangle: an affine predicate as a part of the domain.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 75);
    init("upper");

    var i("i", 0, N), j("j", 0, N);
    input A("A", {i, j}, p_int32);
    computation U("U", {i, j}, j > i, A(i, j) * 2);
    computation D({i, j}, i == j, A(i, j) + 1);
    U.then(D, computation::root);
    U.vectorize(j, 4);

    buffer b_A("b_A", {N, N}, p_int32, a_input), b_U("b_U", {N, N}, p_int32, a_output);
    A.store_in(&b_A);
    U.store_in(&b_U);
    D.store_in(&b_U, {i, j});
    codegen({&b_A, &b_U}, "predicate_constructor.o");
}
