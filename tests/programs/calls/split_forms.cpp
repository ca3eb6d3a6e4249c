// A cumulative product with each loop split in another spelling.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 17, 121), M = size_of(argc, argv, 10, 66);
    init("three_splits");

    var i("i", 0, N), j("j", 3, M), i_outer("i_outer"), i_inner("i_inner");
    input x("x", {i, j}, p_uint32);
    computation a("a", {i, j}, x(i, j) * x(i, j));
    computation b("b", {i, j}, a(i, j) + cast(p_uint32, i));
    computation c("c", {i, j}, b(i, j) + cast(p_uint32, j));

    a.split(i, 5, i_outer, i_inner);
    b.split(0, 4);
    c.split(j, 4);
    a.interchange(i_inner, j);
    a.then(b, computation::root).then(c, computation::root);
    b.tag_parallel_level(0);
    a.parallelize(i_outer);

    buffer b_x("b_x", {N, M}, p_uint32, a_input), b_c("b_c", {N, M}, p_uint32, a_output);
    x.store_in(&b_x);
    c.store_in(&b_c);
    codegen({&b_x, &b_c}, "split_forms.o");
}
