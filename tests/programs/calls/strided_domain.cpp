// Every third element is doubled: a loop whose iterations are not one apart.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 200);
    function thirds("thirds");
    constant size("N", expr(N), p_int32, true, NULL, 0, &thirds);

    var i("i");
    computation x("[N]->{x[i]: 0<=i<N}", expr(), false, p_int32, &thirds);
    computation y("[N]->{y[i]: 0<=i<N and i%3=1}", x(i) * 2, true, p_int32, &thirds);
    y.tag_parallel_level(0);

    buffer b_x("b_x", {N}, p_int32, a_output, &thirds);
    x.set_access("{x[i]->b_x[i]}");
    y.set_access("{y[i]->b_x[i]}");

    thirds.set_arguments({&b_x});
    thirds.gen_time_space_domain();
    thirds.gen_isl_ast();
    thirds.gen_halide_stmt();
    thirds.gen_halide_obj("strided_domain.o");
}
