// s = r * A and q = A * p with iterators of 64 bits: s goes down the columns in parallel blocks of
// vectors, q along the rows.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 38, 116), N = size_of(argc, argv, 42, 124);
    init("bicg_int64");
    global::set_loop_iterator_type(p_int64);

    var i("i", 0, N), j("j", 0, M), i0("i0"), i1("i1"), j0("j0"), j1("j1");
    input A("A", {i, j}, p_float64), p("p", {j}, p_float64), r("r", {i}, p_float64);
    computation s_init("s_init", {j}, expr(0.0));
    computation s("s", {i, j}, s_init(j) + r(i) * A(i, j));
    computation q_init("q_init", {i}, expr(0.0));
    computation q("q", {i, j}, q_init(i) + A(i, j) * p(j));

    s.interchange(i, j);
    s.split(j, 16, j0, j1);
    s.interchange(j1, i);
    s.parallelize(j0);
    s.vectorize(j1, 4);
    q.split(i, 16, i0, i1);
    q.parallelize(i0);
    q.unroll(j, 4);
    q_init.between(s, computation::root, q, computation::root);
    s_init.before(s, computation::root);

    buffer b_A("b_A", {N, M}, p_float64, a_input), b_p("b_p", {M}, p_float64, a_input);
    buffer b_r("b_r", {N}, p_float64, a_input), b_s("b_s", {M}, p_float64, a_output);
    buffer b_q("b_q", {N}, p_float64, a_output);
    A.store_in(&b_A);
    p.store_in(&b_p);
    r.store_in(&b_r);
    s_init.store_in(&b_s);
    s.store_in(&b_s, {j});
    q_init.store_in(&b_q);
    q.store_in(&b_q, {i});

    codegen({&b_A, &b_p, &b_r, &b_s, &b_q}, "bicg_int64.o");
}
