// A first-order recursive filter down and then up the columns, in one buffer: low-level domains,
// the upward pass has its rows counted from the last one.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    init("recursive_filter");
    function *f = global::get_implicit_function();
    constant H("H", size_of(argc, argv, 14, 100)), W("W", size_of(argc, argv, 19, 130));
    constant alpha("alpha", expr(0.5f));

    var y("y"), x("x"), x0("x0"), x1("x1");
    computation in("[H,W]->{in[y,x]: 0<=y<H and 0<=x<W}", expr(), false, p_float32, f);
    computation first("[H,W]->{first[x]: 0<=x<W}", in(0, x), true, p_float32, f);
    computation down("[H,W]->{down[y,x]: 1<=y<H and 0<=x<W}", expr(), true, p_float32, f);
    down.set_expression(in(y, x) * alpha + down(y - 1, x) * (1.f - alpha));
    computation up("[H,W]->{up[y,x]: 1<=y<H and 0<=x<W}", expr(), true, p_float32, f);
    up.set_expression(down(H - 1 - y, x) * alpha + up(y - 1, x) * (1.f - alpha));

    down.after(first, computation::root);
    up.after(down, computation::root);
    for (computation *pass : {&down, &up}) {
        pass->interchange(y, x);
        pass->split(x, 8, x0, x1);
        pass->interchange(x1, y);
        pass->tag_parallel_level(x0);
    }

    buffer b_in("b_in", {H, W}, p_float32, a_input), b_out("b_out", {H, W}, p_float32, a_output);
    in.set_access("{in[y,x]->b_in[y,x]}");
    first.set_access("{first[x]->b_out[0,x]}");
    down.set_access("{down[y,x]->b_out[y,x]}");
    up.set_access("[H]->{up[y,x]->b_out[H-1-y,x]}");
    codegen({&b_in, &b_out}, "recursive_filter.o");
}
