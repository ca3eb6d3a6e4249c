// Difference and absolute difference of two images in one nest, in the order that two calls give.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 60), M = size_of(argc, argv, 19, 100);
    init("differences");

    var i("i", 0, N), j("j", 0, M);
    input a("a", {i, j}, p_int16), b("b", {i, j}, p_int16);
    computation difference("difference", {i, j}, a(i, j) - b(i, j));
    computation absolute("absolute", {i, j}, expr(o_abs, difference(i, j)));
    computation doubled("doubled", {i, j}, absolute(i, j) + absolute(i, j));

    difference.before(absolute, j);
    doubled.fuse_after(j, absolute);
    difference.interchange(i, j);
    absolute.interchange(i, j);
    doubled.interchange(i, j);

    buffer b_a("b_a", {N, M}, p_int16, a_input), b_b("b_b", {N, M}, p_int16, a_input);
    buffer b_absolute("b_absolute", {N, M}, p_int16, a_output);
    buffer b_doubled("b_doubled", {N, M}, p_int16, a_output);
    a.store_in(&b_a);
    b.store_in(&b_b);
    absolute.store_in(&b_absolute);
    doubled.store_in(&b_doubled);
    codegen({&b_a, &b_b, &b_absolute, &b_doubled}, "before_and_fuse_after.o");
}
