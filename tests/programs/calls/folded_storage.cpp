// Fibonacci-like rows of which only the last three are kept: storage_fold.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 10, 50), N = size_of(argc, argv, 14, 100);
    init("folded");

    var t("t", 0, T), i("i", 0, N);
    input x("x", {t, i}, p_uint32);
    computation row("row", {t, i}, x(t, i) * x(t, i));
    computation three("three", {t, i}, t >= 2, row(t, i) + row(t - 1, i) * 2 + row(t - 2, i) * 3);
    row.then(three, t);
    row.vectorize(i, 4);

    buffer b_x("b_x", {T, N}, p_uint32, a_input), b_three("b_three", {T, N}, p_uint32, a_output);
    buffer b_row("b_row", {T, N}, p_uint32, a_temporary);
    x.store_in(&b_x);
    row.store_in(&b_row);
    three.store_in(&b_three);
    row.storage_fold(t, 3);
    codegen({&b_x, &b_three}, "folded_storage.o");
}
