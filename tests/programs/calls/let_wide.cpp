// y = alpha^2 * x + beta over a part of a vector: constants of the whole function, from literals,
// from each other and from inputs, in expressions and as bounds.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 17, 400);
    init("scaled");
    function *fct = global::get_implicit_function();

    input scalars("scalars", {"s"}, {2}, p_float64), count("count", {"c"}, {1}, p_int32);
    constant size("size", expr((int32_t)N), p_int32, true, NULL, 0, fct);
    constant half("half", size / 2), used("used", count(0) + 1);
    constant alpha("alpha", scalars(0) * scalars(0), p_float64, true, NULL, 0, fct);
    constant beta("beta", scalars(1));

    var i("i", 0, size), k("k", half, half + used);
    if (fct->get_invariant_by_name("half") == nullptr) {
        return 1;
    }
    input x("x", {i}, p_float64);
    computation y("y", {k}, alpha * x(k) + beta);
    y.vectorize(k, 4);

    buffer b_scalars("b_scalars", {2}, p_float64, a_input),
        b_count("b_count", {1}, p_int32, a_input);
    buffer b_x("b_x", {size}, p_float64, a_input), b_y("b_y", {size}, p_float64, a_output);
    scalars.store_in(&b_scalars);
    count.store_in(&b_count);
    x.store_in(&b_x);
    y.store_in(&b_y);
    codegen({&b_scalars, &b_count, &b_x, &b_y}, "let_wide.o");
}
