// Even and odd elements are defined apart: one access relation stores all definitions of a name.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 222);
    function butterflies("butterflies");
    constant size("N", expr(N), p_int32, true, NULL, 0, &butterflies);

    var i("i");
    computation x("[N]->{x[i]: 0<=i<2N}", expr(), false, p_int32, &butterflies);
    computation y("[N]->{y[i]: 0<=i<2N and i mod 2 = 0}", x(i) + x(i + 1), true, p_int32,
                  &butterflies);
    y.add_definitions("[N]->{y[i]: 0<=i<2N and i mod 2 = 1}", x(i - 1) - x(i), true, p_int32,
                      &butterflies);
    y.get_update(1).after(y.get_update(0), computation::root);

    buffer b_x("b_x", {2 * N}, p_int32, a_input, &butterflies);
    buffer b_y("b_y", {N, 2}, p_int32, a_output, &butterflies);
    x.set_access("{x[i]->b_x[i]}");
    y.set_access("{y[i]->b_y[floor(i/2), i mod 2]}");

    butterflies.set_arguments({&b_x, &b_y});
    butterflies.gen_time_space_domain();
    butterflies.gen_isl_ast();
    butterflies.gen_halide_stmt();
    butterflies.gen_halide_obj("access_of_family.o");
}
