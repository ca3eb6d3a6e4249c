// Two permutations of a four-dimensional tensor's indices, one by the access map, one by the order
// of iterators; loops are tiled and exchanged.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int A = size_of(argc, argv, 3, 9), B = size_of(argc, argv, 5, 13),
              C = size_of(argc, argv, 6, 17), D = size_of(argc, argv, 7, 21);
    init("permute");

    var a("a", 0, A), b("b", 0, B), c("c", 0, C), d("d", 0, D);
    var b0("b0"), d0("d0"), b1("b1"), d1("d1");
    input in("in", {a, b, c, d}, p_float32);
    computation by_map("by_map", {a, b, c, d}, in(a, b, c, d));
    computation by_order("by_order", {c, a, d, b}, in(a, b, c, d));

    by_map.then(by_order, computation::root);
    by_map.interchange(c, d);
    by_map.interchange(b, d);
    by_map.tag_parallel_level(a);
    by_order.tile(d, b, 4, 4, d0, b0, d1, b1);
    by_order.parallelize(c);
    by_order.tag_unroll_level(b1);

    buffer b_in("b_in", {A, B, C, D}, p_float32, a_input);
    buffer b_map("b_map", {D, C, B, A}, p_float32, a_output);
    buffer b_order("b_order", {C, A, D, B}, p_float32, a_output);
    in.store_in(&b_in);
    by_map.store_in(&b_map, {d, c, b, a});
    by_order.store_in(&b_order);
    codegen({&b_in, &b_map, &b_order}, "permute.o");
}
