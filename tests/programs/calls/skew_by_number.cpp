// A two-dimensional recurrence: both forms of skew on numbered loops.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 70), M = size_of(argc, argv, 16, 90);
    init("recurrences");

    var i("i", 1, N), j("j", 1, M);
    computation a("a", {i, j}, p_int32), b("b", {i, j}, p_int32);
    a.set_expression((a(i - 1, j) * 3 + a(i, j - 1) + i) % 101);
    b.set_expression((b(i - 1, j - 1) * 5 + b(i - 1, j) + j) % 103);
    a.then(b, computation::root);
    a.skew(0, 1, 2, 1);
    a.tag_parallel_level(1);
    b.skew(0, 1, 1, 0, 1, 1);
    b.tag_parallel_level(1);

    buffer b_a("b_a", {N, M}, p_int32, a_output), b_b("b_b", {N, M}, p_int32, a_output);
    a.store_in(&b_a);
    b.store_in(&b_b);
    codegen({&b_a, &b_b}, "skew_by_number.o");
}
