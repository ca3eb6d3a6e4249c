// Relaxation that writes where its start was stored: buffers handed on by get_buffer, and their
// properties.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 3, 10), N = size_of(argc, argv, 13, 80);
    init("relaxation");

    var i("i", 0, N), t("t", 0, T), k("k", 1, N - 1);
    input x("x", {i}, p_float64);
    computation start("start", {i}, x(i));
    computation next("next", {t, k}, (start(k - 1) + start(k) + start(k + 1)) / 3.0);
    computation back("back", {t, k}, next(t, k));
    start.then(next, computation::root).then(back, t);

    buffer b_x("b_x", {N}, p_float64, a_input), b_start("b_start", {N}, p_float64, a_output);
    x.store_in(&b_x);
    start.store_in(&b_start);
    next.store_in({k}, {N});
    back.store_in(start.get_buffer(), {k});

    buffer *state = back.get_buffer();
    const bool as_expected = state->get_n_dims() == 1 && state->get_dim_sizes().size() == 1 &&
                             state->get_elements_type() == p_float64 &&
                             state->get_argument_type() == a_output &&
                             state->has_constant_extents();
    if (!as_expected) {
        return 1;
    }
    codegen({x.get_buffer(), state}, "shared_buffers.o");
}
