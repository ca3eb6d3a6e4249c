// Buffers declared as temporaries but passed to codegen: one becomes an input, one an output.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 77);
    init("scan");

    var i("i", 0, N), k("k", 1, N);
    buffer b_x("b_x", {N}, p_int32, a_temporary), b_y("b_y", {N}, p_int32, a_temporary);
    input x("x", {i}, p_int32);
    computation copy("copy", {i}, x(i)), sum("sum", {k}, p_int32);
    sum.set_expression(sum(k - 1) + sum(k));
    copy.then(sum, computation::root);
    x.store_in(&b_x);
    copy.store_in(&b_y);
    sum.store_in(&b_y);
    codegen({&b_x, &b_y}, "temporary_arguments.o");
}
