// Integral image: each sum needs its neighbours above and to the left, so the loops are skewed and
// run along diagonals in parallel. Borders come first.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    init("integral");
    function *f = global::get_implicit_function();
    constant H("H", size_of(argc, argv, 12, 80)), W("W", size_of(argc, argv, 17, 95));

    var y("y"), x("x"), diagonal("diagonal"), along("along");
    computation in("[H,W]->{in[y,x]: 0<=y<H and 0<=x<W}", expr(), false, p_int32, f);
    computation left("[H]->{left[y]: 0<=y<=H}", expr(0), true, p_int32, f);
    computation top("[W]->{top[x]: 1<=x<=W}", expr(0), true, p_int32, f);
    computation sum("[H,W]->{sum[y,x]: 1<=y<=H and 1<=x<=W}", expr(), true, p_int32, f);
    sum.set_expression(in(y - 1, x - 1) + sum(y - 1, x) + sum(y, x - 1) - sum(y - 1, x - 1));

    top.after(left, computation::root);
    sum.after(top, computation::root);
    sum.skew(y, x, 1, 1, diagonal, along);
    sum.tag_parallel_level(along);

    buffer b_in("b_in", {H, W}, p_int32, a_input),
        b_sum("b_sum", {H + 1, W + 1}, p_int32, a_output);
    in.set_access("{in[y,x]->b_in[y,x]}");
    left.set_access("{left[y]->b_sum[y,0]}");
    top.set_access("{top[x]->b_sum[0,x]}");
    sum.set_access("{sum[y,x]->b_sum[y,x]}");
    codegen({&b_in, &b_sum}, "integral.o");
}
