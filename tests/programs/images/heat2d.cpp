// Heat in two dimensions: two planes take turns, addressed by the time modulo 2; the space loops of
// a time step are tiled.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 5, 12), N = size_of(argc, argv, 19, 80),
              M = size_of(argc, argv, 26, 90);
    init("heat2d");

    var t("t", 0, T), y("y", 1, N - 1), x("x", 1, M - 1), ya("ya", 0, N), xa("xa", 0, M);
    input in("in", {ya, xa}, p_float32);
    computation init_planes("init_planes", {var("plane", 0, 2), ya, xa}, in(ya, xa));
    view u("u", {t, ya, xa}, p_float32);
    computation heat("heat", {t, y, x}, p_float32);
    heat.set_expression(u(t, y, x) + (u(t, y - 1, x) + u(t, y + 1, x) + u(t, y, x - 1) +
                                      u(t, y, x + 1) - u(t, y, x) * 4.f) *
                                         0.125f);

    init_planes.then(heat, computation::root);
    var y0("y0"), y1("y1"), x0("x0"), x1("x1");
    heat.tile(y, x, 8, 8, y0, x0, y1, x1);
    heat.tag_parallel_level(y0);
    heat.vectorize(x1, 4);

    buffer b_in("b_in", {N, M}, p_float32, a_input), b_u("b_u", {2, N, M}, p_float32, a_output);
    in.store_in(&b_in);
    init_planes.store_in(&b_u);
    u.store_in(&b_u, {t % 2, ya, xa});
    heat.store_in(&b_u, {(t + 1) % 2, y, x});
    codegen({&b_in, &b_u}, "heat2d.o");
}
