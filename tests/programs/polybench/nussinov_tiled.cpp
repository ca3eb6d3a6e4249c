// RNA folding in tiles of rows (from the bottom) and columns, the tiles of a wavefront in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 60, 180);
    init("nussinov_tiled");

    var r("r", 1, N), j("j", N - r, N), k("k", N - r, j), all("all", 0, N);
    var r0("r0"), j0("j0"), r1("r1"), j1("j1"), w("w"), p("p");
    input table("table", {all, all}, p_float64), seq("seq", {all}, p_float64);
    expr i = N - 1 - r;
    expr match = select(seq(i) + seq(j) == 3.0, expr(1.0), expr(0.0));
    computation left("left", {r, j}, max(table(i, j), table(i, j - 1)));
    computation below("below", {r, j}, max(table(i, j), table(i + 1, j)));
    computation pair("pair", {r, j},
                     max(table(i, j), table(i + 1, j - 1) + select(i < j - 1, match, expr(0.0))));
    computation split("split", {r, j, k}, max(table(i, j), table(i, k) + table(k + 1, j)));

    left.then(below, j).then(pair, j).then(split, j);
    left.tile(r, j, 16, 16, r0, j0, r1, j1).skew(r0, j0, 1, 1, w, p);
    below.tile(r, j, 16, 16, r0, j0, r1, j1).skew(r0, j0, 1, 1, w, p);
    pair.tile(r, j, 16, 16, r0, j0, r1, j1).skew(r0, j0, 1, 1, w, p);
    split.tile(r, j, 16, 16, r0, j0, r1, j1).skew(r0, j0, 1, 1, w, p);
    left.then(below, j1).then(pair, j1).then(split, j1);
    left.parallelize(p);

    buffer b_seq("b_seq", {N}, p_float64, a_input), b_table("b_table", {N, N}, p_float64, a_output);
    seq.store_in(&b_seq);
    table.store_in(&b_table);
    left.store_in(&b_table, {i, j});
    below.store_in(&b_table, {i, j});
    pair.store_in(&b_table, {i, j});
    split.store_in(&b_table, {i, j});

    codegen({&b_seq, &b_table}, "nussinov_tiled.o");
}
