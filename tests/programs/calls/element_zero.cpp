// Norm of a vector: computations without iterators as isl texts, as scalars and with element 0.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 300);
    function norm("norm");
    constant size("N", expr(N), p_int32, true, NULL, 0, &norm);

    var i("i");
    computation x("[N]->{x[i]: 0<=i<N}", expr(), false, p_float64, &norm);
    computation start("{start[0]}", expr(0.0), true, p_float64, &norm);
    computation sum("[N]->{sum[i]: 0<=i<N}", expr(), true, p_float64, &norm);
    sum.set_expression(start(0) + x(i) * x(i));
    computation root("{root[0]}", expr(o_sqrt, sum(0)), true, p_float64, &norm);
    computation unit("[N]->{unit[i]: 0<=i<N}", x(i) / root(0), true, p_float64, &norm);
    sum.after(start, computation::root_dimension);
    root.after(sum, computation::root_dimension);
    unit.after(root, computation::root_dimension);
    unit.vectorize(i, 4);

    buffer b_x("b_x", {N}, p_float64, a_input, &norm),
        b_unit("b_unit", {N}, p_float64, a_output, &norm);
    buffer b_sum("b_sum", {1}, p_float64, a_temporary, &norm);
    buffer b_root("b_root", {1}, p_float64, a_output, &norm);
    x.set_access("{x[i]->b_x[i]}");
    start.set_access("{start[i]->b_sum[0]}");
    sum.set_access("{sum[i]->b_sum[0]}");
    root.set_access("{root[0]->b_root[0]}");
    unit.set_access("{unit[i]->b_unit[i]}");
    norm.codegen({&b_x, &b_root, &b_unit}, "element_zero.o");
}
