// Arithmetic of signed integers of all widths: / and % round toward minus infinity.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 21, 240);
    init("signed_types");

    var i("i", 0, N);
    input a("a", {i}, p_int8), b("b", {i}, p_int16), c("c", {i}, p_int32), d("d", {i}, p_int64);
    computation a8("a8", {i}, a(i) / (int8_t)3);
    computation b16("b16", {i}, b(i) % (int16_t)7);
    computation c32("c32", {i}, c(i) / 5 + (c(i) >> 2));
    computation d64("d64", {i}, d(i) % (int64_t)9 - c(i));
    a8.then(b16, computation::root).then(c32, computation::root).then(d64, computation::root);
    a8.vectorize(i, 8);
    b16.vectorize(i, 8);
    c32.vectorize(i, 8);
    d64.vectorize(i, 4);

    buffer b_a("b_a", {N}, p_int8, a_input), b_b("b_b", {N}, p_int16, a_input);
    buffer b_c("b_c", {N}, p_int32, a_input), b_d("b_d", {N}, p_int64, a_input);
    buffer b_a8("b_a8", {N}, p_int8, a_output), b_b16("b_b16", {N}, p_int16, a_output);
    buffer b_c32("b_c32", {N}, p_int32, a_output), b_d64("b_d64", {N}, p_int64, a_output);
    a.store_in(&b_a);
    b.store_in(&b_b);
    c.store_in(&b_c);
    d.store_in(&b_d);
    a8.store_in(&b_a8);
    b16.store_in(&b_b16);
    c32.store_in(&b_c32);
    d64.store_in(&b_d64);
    codegen({&b_a, &b_b, &b_c, &b_d, &b_a8, &b_b16, &b_c32, &b_d64}, "signed_types.o");
}
