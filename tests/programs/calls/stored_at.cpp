// Edge strengths with the smoothed rows kept in memory that lives through one row of the result.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 50), M = size_of(argc, argv, 16, 80);
    init("edges");

    var i("i", 0, N), j("j", 0, M), k("k", 0, M + 1);
    input x("x", {i, k}, p_int32);
    computation smooth("smooth", {i, k}, x(i, k) + x(i, k + 1));
    computation edge("edge", {i, j}, expr(o_abs, smooth(i, j) - smooth(i, j + 1)));
    smooth.then(edge, i);
    computation *memory = smooth.store_at(edge, i);
    memory->tag_parallel_level(i);

    buffer b_x("b_x", {N, M + 2}, p_int32, a_input), b_edge("b_edge", {N, M}, p_int32, a_output);
    x.store_in(&b_x);
    edge.store_in(&b_edge);
    codegen({&b_x, &b_edge}, "stored_at.o");
}
