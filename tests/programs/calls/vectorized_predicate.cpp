// Counts neighbours in a game of life step: vectors under conditions, and bytes that are truth
// values.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 70), M = size_of(argc, argv, 21, 90);
    init("life");

    var i("i", 0, N), j("j", 0, M), r("r", 1, N - 1), c("c", 1, M - 1);
    input cells("cells", {i, j}, p_uint8);
    computation clear("clear", {i, j}, cast(p_uint8, 0));
    computation count("count", {r, c},
                      cells(r - 1, c - 1) + cells(r - 1, c) + cells(r - 1, c + 1) +
                          cells(r, c - 1) + cells(r, c + 1) + cells(r + 1, c - 1) +
                          cells(r + 1, c) + cells(r + 1, c + 1));
    computation alive("alive", {r, c}, expr((uint8_t)1));
    alive.add_predicate(count(r, c) == (uint8_t)3 ||
                        (count(r, c) == (uint8_t)2 && cells(r, c) != (uint8_t)0));
    clear.then(count, computation::root).then(alive, r);
    clear.vectorize(j, 16);
    count.vectorize(c, 8);
    alive.vectorize(c, 8);
    count.parallelize(r);

    buffer b_cells("b_cells", {N, M}, p_uint8, a_input),
        b_next("b_next", {N, M}, p_uint8, a_output);
    cells.store_in(&b_cells);
    clear.store_in(&b_next);
    alive.store_in(&b_next);
    codegen({&b_cells, &b_next}, "vectorized_predicate.o");
}
