// A = L * U in place with sums in a scalar, which is allocated in the loop that runs in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("lu_scalar");

    // Row r of U, then column r of L below its diagonal.
    var r("r", 0, N), j("j", r, N), i("i", r + 1, N), k("k", 0, r), a("a", 0, N);
    input A("A", {a, a}, p_float64), w("w", {}, p_float64), v("v", {}, p_float64);
    computation w_init("w_init", {r, j}, A(r, j)), w_sub("w_sub", {r, j, k}, p_float64),
        U("U", {r, j}, w(0));
    w_sub.set_expression(w(0) - A(r, k) * A(k, j));
    computation v_init("v_init", {r, i}, A(i, r)), v_sub("v_sub", {r, i, k}, p_float64),
        L("L", {r, i}, v(0) / A(r, r));
    v_sub.set_expression(v(0) - A(i, k) * A(k, r));

    buffer b_A("b_A", {N, N}, p_float64, a_output);
    buffer b_w("b_w", {1}, p_float64, a_temporary), b_v("b_v", {1}, p_float64, a_temporary);
    A.store_in(&b_A);
    w.store_in(&b_w);
    v.store_in(&b_v);
    w_init.store_in(&b_w, {});
    w_sub.store_in(&b_w, {});
    U.store_in(&b_A, {r, j});
    v_init.store_in(&b_v, {});
    v_sub.store_in(&b_v, {});
    L.store_in(&b_A, {i, r});

    computation *w_place = b_w.allocate_at(w_init, j), *v_place = b_v.allocate_at(v_init, i);
    w_place->then(w_init, j).then(w_sub, j).then(U, j).then(*v_place, r);
    v_place->then(v_init, i).then(v_sub, i).then(L, i);
    w_init.tag_parallel_level(j);
    v_init.tag_parallel_level(i);

    codegen({&b_A}, "lu_scalar.o");
}
