// Heat in three dimensions with all time steps kept: time and the outer space loop are skewed, so
// that planes of one wavefront run in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 4, 8), N = size_of(argc, argv, 11, 30);
    init("heat3d");
    function *f = global::get_implicit_function();
    constant TIME("TIME", T), SIZE("SIZE", N);

    var t("t"), z("z"), y("y"), x("x"), wave("wave"), plane("plane");
    computation in("[SIZE]->{in[z,y,x]: 0<=z<SIZE and 0<=y<SIZE and 0<=x<SIZE}", expr(), false,
                   p_float32, f);
    computation heat_init("[TIME,SIZE]->{heat_init[t,z,y,x]: 0<=t<=TIME and 0<=z<SIZE and "
                          "0<=y<SIZE and 0<=x<SIZE}",
                          in(z, y, x), true, p_float32, f);
    computation heat("[TIME,SIZE]->{heat[t,z,y,x]: 1<=t<=TIME and 0<z<SIZE-1 and 0<y<SIZE-1 and "
                     "0<x<SIZE-1}",
                     expr(), true, p_float32, f);
    heat.set_expression(heat(t - 1, z, y, x) * 0.25f +
                        (heat(t - 1, z - 1, y, x) + heat(t - 1, z + 1, y, x) +
                         heat(t - 1, z, y - 1, x) + heat(t - 1, z, y + 1, x) +
                         heat(t - 1, z, y, x - 1) + heat(t - 1, z, y, x + 1)) *
                            0.125f);

    heat.after(heat_init, computation::root);
    heat_init.tag_parallel_level(1);
    heat.skew(t, z, 2, 1, wave, plane);
    heat.parallelize(plane);
    heat.vectorize(x, 8);

    buffer b_in("b_in", {SIZE, SIZE, SIZE}, p_float32, a_input);
    buffer b_out("b_out", {TIME + 1, SIZE, SIZE, SIZE}, p_float32, a_output);
    in.set_access("{in[z,y,x]->b_in[z,y,x]}");
    heat_init.set_access("{heat_init[t,z,y,x]->b_out[t,z,y,x]}");
    heat.set_access("{heat[t,z,y,x]->b_out[t,z,y,x]}");
    codegen({&b_in, &b_out}, "heat3d.o");
}
