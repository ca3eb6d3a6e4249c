// Arithmetic of unsigned integers of all widths: it wraps.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 19, 259);
    init("unsigned_types");

    var i("i", 0, N);
    input a("a", {i}, p_uint8), b("b", {i}, p_uint16), c("c", {i}, p_uint32), d("d", {i}, p_uint64);
    computation a8("a8", {i}, a(i) * (uint8_t)7 + (uint8_t)200);
    computation b16("b16", {i}, (b(i) - (uint16_t)9) * b(i));
    computation c32("c32", {i}, c(i) * c(i) / (uint32_t)3 - (uint32_t)5);
    computation d64("d64", {i}, d(i) * d(i) % (uint64_t)1000003 + expr((uint64_t)1));
    a8.then(b16, computation::root).then(c32, computation::root).then(d64, computation::root);
    a8.vectorize(i, 16);
    b16.vectorize(i, 8);
    c32.unroll(i, 4);
    d64.parallelize(i);

    buffer b_a("b_a", {N}, p_uint8, a_input), b_b("b_b", {N}, p_uint16, a_input);
    buffer b_c("b_c", {N}, p_uint32, a_input), b_d("b_d", {N}, p_uint64, a_input);
    buffer b_a8("b_a8", {N}, p_uint8, a_output), b_b16("b_b16", {N}, p_uint16, a_output);
    buffer b_c32("b_c32", {N}, p_uint32, a_output), b_d64("b_d64", {N}, p_uint64, a_output);
    a.store_in(&b_a);
    b.store_in(&b_b);
    c.store_in(&b_c);
    d.store_in(&b_d);
    a8.store_in(&b_a8);
    b16.store_in(&b_b16);
    c32.store_in(&b_c32);
    d64.store_in(&b_d64);
    codegen({&b_a, &b_b, &b_c, &b_d, &b_a8, &b_b16, &b_c32, &b_d64}, "unsigned_types.o");
}
