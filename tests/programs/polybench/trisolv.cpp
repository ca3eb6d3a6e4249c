// Forward substitution L * x = b, the sums as the loops are written.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("trisolv");

    constant n("N", N);
    var i("i", 0, N), j("j", 0, N);
    input L("L", {i, i}, p_float64), b("b", {i}, p_float64), x("x", {i}, p_float64);
    computation x_init("x_init", {i}, b(i));
    computation x_sub("[N]->{x_sub[i,j]: 0<=i<N and 0<=j<i}", x(i) - L(i, j) * x(j), true,
                      p_float64, global::get_implicit_function());
    computation x_out("x_out", {i}, x(i) / L(i, i));

    x_init.then(x_sub, i).then(x_out, i);
    x_sub.unroll(j, 4);

    buffer b_L("b_L", {N, N}, p_float64, a_input), b_b("b_b", {N}, p_float64, a_input),
        b_x("b_x", {N}, p_float64, a_output);
    L.store_in(&b_L);
    b.store_in(&b_b);
    x.store_in(&b_x);
    x_init.store_in(&b_x);
    x_sub.store_in(&b_x, {i});
    x_out.store_in(&b_x);

    codegen({&b_L, &b_b, &b_x}, "trisolv.o");
}
