// Classes of points: comparisons and logical operators by their names and as signs.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 80), M = size_of(argc, argv, 13, 60);
    function classes("classes");
    constant rows("N", expr(N), p_int32, true, NULL, 0, &classes);
    constant columns("M", expr(M), p_int32, true, NULL, 0, &classes);

    var i("i"), j("j");
    const std::string box = "[i,j]: 0<=i<N and 0<=j<M}";
    computation x("[N, M]->{x" + box, expr(), false, p_float32, &classes);
    expr inside =
        expr(o_logical_and, expr(o_gt, x(i, j), expr(-1.0f)), expr(o_lt, x(i, j), expr(1.0f)));
    expr on_edge =
        expr(o_logical_or, expr(o_eq, i, j), expr(o_logical_not, expr(o_ne, i + j, rows)));
    computation kind("[N, M]->{kind" + box,
                     expr(o_select, inside, expr((uint8_t)1),
                          expr(o_select, on_edge, expr((uint8_t)2), expr((uint8_t)3))),
                     true, p_uint8, &classes);
    computation same("[N, M]->{same" + box,
                     expr(o_select, (x(i, j) >= -0.5f && !(x(i, j) > 0.5f)) || i <= 3, kind(i, j),
                          expr((uint8_t)0)),
                     true, p_uint8, &classes);
    same.after(kind, j);

    buffer b_x("b_x", {N, M}, p_float32, a_input, &classes);
    buffer b_kind("b_kind", {N, M}, p_uint8, a_output, &classes);
    buffer b_same("b_same", {N, M}, p_uint8, a_output, &classes);
    x.set_access("{x[i,j]->b_x[i,j]}");
    kind.set_access("{kind[i,j]->b_kind[i,j]}");
    same.set_access("{same[i,j]->b_same[i,j]}");
    classes.codegen({&b_x, &b_kind, &b_same}, "named_conditions.o");
}
