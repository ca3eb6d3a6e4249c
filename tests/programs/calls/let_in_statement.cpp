// Distances from a centre: a let that one statement alone sees.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 70);
    function distances("distances");
    constant size("N", expr(N), p_int32, true, NULL, 0, &distances);

    var i("i"), j("j"), r("r"), c("c");
    computation centre("{centre[i]: 0<=i<2}", expr(), false, p_int32, &distances);
    computation d("[N]->{d[i,j]: 0<=i<N and 0<=j<N}", r * r + c * c, true, p_int32, &distances);
    d.add_associated_let_stmt("r", i - centre(0));
    d.add_associated_let_stmt("c", j - centre(1));
    d.tile(i, j, 4, 4, var("i0"), var("j0"), var("i1"), var("j1"));

    buffer b_centre("b_centre", {2}, p_int32, a_input, &distances);
    buffer b_d("b_d", {N, N}, p_int32, a_output, &distances);
    centre.set_access("{centre[i]->b_centre[i]}");
    d.set_access("{d[i,j]->b_d[i,j]}");
    distances.codegen({&b_centre, &b_d}, "let_in_statement.o");
}
