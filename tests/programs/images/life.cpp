// The game of life on a torus: neighbours are found modulo the size, two boards take turns.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 4, 9), N = size_of(argc, argv, 13, 48);
    init("life");

    var t("t", 0, T), y("y", 0, N), x("x", 0, N), p("p", 0, 2);
    view board("board", {p, y, x}, p_uint8);
    computation alive("alive", {t, y, x}, p_uint8), next("next", {t, y, x}, p_uint8);
    expr sum = expr((uint8_t)0);
    for (int k = 0; k < 9; k++) {
        if (k != 4) {
            sum = sum + board(t % 2, (y + k / 3 + N - 1) % N, (x + k % 3 + N - 1) % N);
        }
    }
    alive.set_expression(sum);
    next.set_expression(expr(o_select,
                             alive(t, y, x) == (uint8_t)3 ||
                                 (alive(t, y, x) == (uint8_t)2 && board(t % 2, y, x) == (uint8_t)1),
                             expr((uint8_t)1), expr((uint8_t)0)));

    alive.then(next, x);
    alive.parallelize(y);

    buffer b_board("b_board", {2, N, N}, p_uint8, a_output);
    board.store_in(&b_board);
    alive.store_in({y, x}, {N, N});
    next.store_in(&b_board, {(t + 1) % 2, y, x});
    codegen({&b_board}, "life.o");
}
