// Forward substitution L * x = b, a column of L at a time: blocks of rows run in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("trisolv_columns");

    var j("j", 0, N), i("i", j + 1, N), i_all("i_all", 0, N), i0("i0"), i1("i1");
    input L("L", {i_all, i_all}, p_float64), b("b", {i_all}, p_float64), x("x", {i_all}, p_float64);
    computation x_init("x_init", {i_all}, b(i_all));
    computation x_out("x_out", {j}, x(j) / L(j, j));
    computation x_sub("x_sub", {j, i}, x(i) - L(i, j) * x(j));

    x_init.then(x_out, computation::root).then(x_sub, j);
    x_init.vectorize(i_all, 8);
    x_sub.split(i, 16, i0, i1);
    x_sub.tag_parallel_level(i0);

    buffer b_L("b_L", {N, N}, p_float64, a_input), b_b("b_b", {N}, p_float64, a_input),
        b_x("b_x", {N}, p_float64, a_output);
    L.store_in(&b_L);
    b.store_in(&b_b);
    x.store_in(&b_x);
    x_init.store_in(&b_x);
    x_out.store_in(&b_x);
    x_sub.store_in(&b_x, {i});

    codegen({&b_L, &b_b, &b_x}, "trisolv_columns.o");
}
