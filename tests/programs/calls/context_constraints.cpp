// Scales a vector whose size, known at run time, is promised to be a multiple of 8.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 24, 800);
    init("scale_by_three");
    function *fct = global::get_implicit_function();

    input size("size", {}, p_int32);
    constant n("n", size(0));
    var i("i", 0, n), i0("i0"), i1("i1");
    input x("x", {i}, p_int32);
    computation y("y", {i}, x(i) * 3);
    fct->set_context_set("[n]->{: n >= 16}");
    fct->add_context_constraints("[n]->{: n % 8 = 0}");
    y.split(i, 8, i0, i1);
    y.tag_vector_level(i1, 8);

    buffer b_size("b_size", {1}, p_int32, a_input);
    buffer b_x("b_x", {N}, p_int32, a_input), b_y("b_y", {N}, p_int32, a_output);
    size.store_in(&b_size);
    x.store_in(&b_x);
    y.store_in(&b_y);
    codegen({&b_size, &b_x, &b_y}, "context_constraints.o");
}
