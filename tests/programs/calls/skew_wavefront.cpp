// Lengths of longest common subsequences: a skew makes the diagonals' loop parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 90), M = size_of(argc, argv, 11, 70);
    init("lcs");

    var i("i", 1, N), j("j", 1, M), row("row", 0, N), column("column", 0, M);
    var diagonal("diagonal"), place("place");
    input s("s", {row}, p_uint8), t("t", {column}, p_uint8);
    computation zero("zero", {row, column}, 0);
    computation length("length", {i, j}, p_int32);
    length.set_expression(expr(o_select, s(i) == t(j), length(i - 1, j - 1) + 1,
                               expr(o_max, length(i - 1, j), length(i, j - 1))));
    zero.then(length, computation::root);
    length.skew(i, j, 1, 1, diagonal, place);
    length.parallelize(place);

    buffer b_s("b_s", {N}, p_uint8, a_input), b_t("b_t", {M}, p_uint8, a_input);
    buffer b_length("b_length", {N, M}, p_int32, a_output);
    s.store_in(&b_s);
    t.store_in(&b_t);
    zero.store_in(&b_length);
    length.store_in(&b_length);
    codegen({&b_s, &b_t, &b_length}, "skew_wavefront.o");
}
