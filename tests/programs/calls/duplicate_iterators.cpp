// Scales a matrix by its diagonal: an input with one iterator twice, which is read everywhere.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 70);
    init("by_diagonal");

    var i("i", 0, N), j("j", 0, N);
    input A("A", {i, i}, p_float64);
    computation D("D", {i}, A(i, i) + 1);
    computation S("S", {i, j}, A(i, j) * D(i) + A(j, i) * D(j));
    D.then(S, computation::root);
    S.tile(i, j, 4, 4, var("i0"), var("j0"), var("i1"), var("j1"));

    buffer b_A("b_A", {N, N}, p_float64, a_input), b_S("b_S", {N, N}, p_float64, a_output);
    A.store_in(&b_A);
    S.store_in(&b_S);
    codegen({&b_A, &b_S}, "duplicate_iterators.o");
}
