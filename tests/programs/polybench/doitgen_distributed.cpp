// A(r, q, :) = A(r, q, :) * C4: all sums have elements of their own, so that they are computed
// before any of A is overwritten, with two parallel loops of tiles.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int NQ = size_of(argc, argv, 8, 20), NR = size_of(argc, argv, 10, 25),
              NP = size_of(argc, argv, 12, 30);
    init("doitgen_distributed");

    var r("r", 0, NR), q("q", 0, NQ), p("p", 0, NP), s("s", 0, NP);
    var r0("r0"), q0("q0"), r1("r1"), q1("q1");
    input A("A", {r, q, p}, p_float64), C4("C4", {s, p}, p_float64);
    computation sum_init({r, q, p}, expr(0.0));
    computation sum({r, q, p, s}, p_float64);
    sum.set_expression(sum(r, q, p, s) + A(r, q, s) * C4(s, p));
    computation A_out({r, q, p}, sum(r, q, p, 0));

    sum_init.parallelize(r);
    sum.tile(r, q, 3, 3, r0, q0, r1, q1);
    sum.interchange(p, s);
    sum.vectorize(p, 8);
    sum.parallelize(r0);
    sum.parallelize(q0);
    A_out.parallelize(r);
    A_out.vectorize(p, 8);
    sum_init.then(sum, computation::root).then(A_out, computation::root);

    buffer b_A("b_A", {NR, NQ, NP}, p_float64, a_output),
        b_C4("b_C4", {NP, NP}, p_float64, a_input);
    buffer b_sum("b_sum", {NR, NQ, NP}, p_float64, a_temporary);
    A.store_in(&b_A);
    C4.store_in(&b_C4);
    sum_init.store_in(&b_sum);
    sum.store_in(&b_sum, {r, q, p});
    A_out.store_in(&b_A);

    codegen({&b_A, &b_C4}, "doitgen_distributed.o");
}
