// RNA folding: the loop over rows runs backward, which is the order that the analysis is told.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 60, 180);
    init("nussinov_reversed");

    var i("i", 0, N - 1), j("j", i + 1, N), k("k", i + 1, j), i_f("i_f", 0, N), j_f("j_f", 0, N);
    var r("r"), r0("r0"), j0("j0"), r1("r1"), j1("j1");
    input table("table", {i_f, j_f}, p_float64), seq("seq", {i_f}, p_float64);
    expr match(o_select, seq(i) + seq(j) == 3.0 && i < j - 1, expr(1.0), expr(0.0));
    computation cell(
        "cell", {i, j},
        max(max(table(i, j), table(i, j - 1)), max(table(i + 1, j), table(i + 1, j - 1) + match)));
    computation split("split", {i, j, k}, max(table(i, j), table(i, k) + table(k + 1, j)));
    buffer b_seq("b_seq", {N}, p_float64, a_input), b_table("b_table", {N, N}, p_float64, a_output);
    seq.store_in(&b_seq);
    table.store_in(&b_table);
    cell.store_in(&b_table);
    split.store_in(&b_table, {i, j});

    cell.loop_reversal(i, r);
    split.loop_reversal(i, r);
    cell.then(split, j);
    perform_full_dependency_analysis();
    cell.tile(r, j, 16, 8, r0, j0, r1, j1);
    split.tile(r, j, 16, 8, r0, j0, r1, j1);
    cell.then(split, j1);
    prepare_schedules_for_legality_checks(true);
    if (!check_legality_of_function()) {
        return 1;
    }

    codegen({&b_seq, &b_table}, "nussinov_reversed.o");
}
