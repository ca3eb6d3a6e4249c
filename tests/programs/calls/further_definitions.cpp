// A vector with other values at its ends: further definitions of one computation.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 300);
    function ends("ends");
    constant size("N", expr(N), p_int32, true, NULL, 0, &ends);

    var i("i");
    computation x("[N]->{x[i]: 0<=i<N}", expr(), false, p_int32, &ends);
    computation y("[N]->{y[i]: 1<=i<N-1}", x(i - 1) + x(i) + x(i + 1), true, p_int32, &ends);
    y.add_definitions("[N]->{y[i]: i=0}", x(i) * 3, true, p_int32, &ends);
    y.add_definitions("[N]->{y[i]: i=N-1}", x(i) * 3 + y(0), true, p_int32, &ends);

    y.get_update(1).after(y, computation::root);
    y.get_last_update().after(y.get_update(1), computation::root);
    y.get_update(0).split(i, 4, var("i0"), var("i1"));

    buffer b_x("b_x", {N}, p_int32, a_input, &ends), b_y("b_y", {N}, p_int32, a_output, &ends);
    x.set_access("{x[i]->b_x[i]}");
    y.set_access("{y[i]->b_y[i]}");

    ends.set_arguments({&b_x, &b_y});
    ends.gen_time_space_domain();
    ends.gen_isl_ast();
    ends.gen_halide_stmt();
    ends.gen_halide_obj("further_definitions.o");
}
