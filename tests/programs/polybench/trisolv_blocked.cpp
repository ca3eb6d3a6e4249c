// Forward substitution L * x = b: all statements in one nest of two loops, which is tiled.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    function trisolv_blocked("trisolv_blocked");

    constant n("N", expr(N), p_int32, true, NULL, 0, &trisolv_blocked);
    var i("i"), j("j");
    computation L("[N]->{L[i,j]: 0<=i<N and 0<=j<N}", expr(), false, p_float64, &trisolv_blocked);
    computation b("[N]->{b[i]: 0<=i<N}", expr(), false, p_float64, &trisolv_blocked);
    computation x("[N]->{x[i]: 0<=i<N}", expr(), false, p_float64, &trisolv_blocked);
    computation x_init("[N]->{x_init[i,j]: 0<=i<N and j=0}", b(i), true, p_float64,
                       &trisolv_blocked);
    computation x_sub("[N]->{x_sub[i,j]: 0<=j<i<N}", x(i) - L(i, j) * x(j), true, p_float64,
                      &trisolv_blocked);
    computation x_out("[N]->{x_out[i,j]: 0<=i<N and j=i}", x(i) / L(i, i), true, p_float64,
                      &trisolv_blocked);

    x_sub.after(x_init, 1);
    x_out.after(x_sub, 1);
    for (computation *c : {&x_init, &x_sub, &x_out}) {
        c->tile(0, 1, 16, 8);
    }
    x_sub.after(x_init, 3);
    x_out.after(x_sub, 3);

    buffer b_L("b_L", {N, N}, p_float64, a_input, &trisolv_blocked),
        b_b("b_b", {N}, p_float64, a_input, &trisolv_blocked),
        b_x("b_x", {N}, p_float64, a_output, &trisolv_blocked);
    L.set_access("{L[i,j]->b_L[i,j]}");
    b.set_access("{b[i]->b_b[i]}");
    x.set_access("{x[i]->b_x[i]}");
    x_init.set_access("{x_init[i,j]->b_x[i]}");
    x_sub.set_access("{x_sub[i,j]->b_x[i]}");
    x_out.set_access("{x_out[i,j]->b_x[i]}");

    trisolv_blocked.set_arguments({&b_L, &b_b, &b_x});
    trisolv_blocked.gen_time_space_domain();
    trisolv_blocked.gen_isl_ast();
    trisolv_blocked.gen_halide_stmt();
    trisolv_blocked.gen_halide_obj("trisolv_blocked.o");
}
