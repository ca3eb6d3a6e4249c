// RNA folding: row r from the bottom is row N-1-r; cells of one anti-diagonal run in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 60, 180);
    init("nussinov");
    function *fct = global::get_implicit_function();

    constant n("N", N);
    var r("r", 0, N), j("j", 0, N), k("k", 0, N), d("d"), x("x");
    input table("table", {r, j}, p_float64), seq("seq", {j}, p_float64);
    expr i = N - 1 - r;
    expr match = select(seq(i) + seq(j) == 3.0, expr(1.0), expr(0.0));
    computation left("[N]->{left[r,j]: 0<=r<N and N-r<=j<N}", max(table(i, j), table(i, j - 1)),
                     true, p_float64, fct);
    computation below("[N]->{below[r,j]: 0<=r<N and N-r<=j<N}", max(table(i, j), table(i + 1, j)),
                      true, p_float64, fct);
    computation neighbours("[N]->{neighbours[r,j]: 0<=r<N and j=N-r and j<N}",
                           max(table(i, j), table(i + 1, j - 1)), true, p_float64, fct);
    computation pair("[N]->{pair[r,j]: 0<=r<N and N-r<j<N}",
                     max(table(i, j), table(i + 1, j - 1) + match), true, p_float64, fct);
    computation split("[N]->{split[r,j,k]: 0<=r<N and N-r<=j<N and N-r<=k<j}",
                      max(table(i, j), table(i, k) + table(k + 1, j)), true, p_float64, fct);

    left.then(below, j).then(neighbours, j).then(pair, j).then(split, j);
    for (computation *step : {&left, &below, &neighbours, &pair, &split}) {
        step->skew(r, j, 1, 1, d, x);
    }
    left.tag_parallel_level(x);

    buffer b_seq("b_seq", {N}, p_float64, a_input), b_table("b_table", {N, N}, p_float64, a_output);
    seq.store_in(&b_seq);
    table.store_in(&b_table);
    for (computation *step : {&left, &below, &neighbours, &pair, &split}) {
        step->store_in(&b_table, {i, j});
    }

    codegen({&b_seq, &b_table}, "nussinov.o");
}
