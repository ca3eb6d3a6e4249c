// A(r, q, :) = A(r, q, :) * C4 in place: a row of sums that every (r, q) uses anew, the loop over r
// in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int NQ = size_of(argc, argv, 8, 20), NR = size_of(argc, argv, 10, 25),
              NP = size_of(argc, argv, 12, 30);
    init("doitgen");

    var r("r", 0, NR), q("q", 0, NQ), p("p", 0, NP), s("s", 0, NP);
    input A("A", {r, q, p}, p_float64), C4("C4", {s, p}, p_float64);
    computation sum_init("sum_init", {r, q, p}, expr(0.0));
    computation sum("sum", {r, q, s, p}, sum_init(r, q, p) + A(r, q, s) * C4(s, p));
    computation A_out("A_out", {r, q, p}, sum(r, q, 0, p));

    sum_init.parallelize(r);
    sum.vectorize(p, 4);
    A_out.vectorize(p, 4);
    sum_init.then(sum, q).then(A_out, q);

    buffer b_A("b_A", {NR, NQ, NP}, p_float64, a_output),
        b_C4("b_C4", {NP, NP}, p_float64, a_input);
    buffer b_sum("b_sum", {NP}, p_float64, a_temporary);
    A.store_in(&b_A);
    C4.store_in(&b_C4);
    sum_init.store_in(&b_sum, {p});
    sum.store_in(&b_sum, {p});
    A_out.store_in(&b_A);

    codegen({&b_A, &b_C4}, "doitgen.o");
}
