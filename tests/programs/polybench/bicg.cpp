// s = r * A and q = A * p in one pass over A: iterators without bounds over isl domains, two
// reductions that share both loops.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 38, 116), N = size_of(argc, argv, 42, 124);
    const std::string m = std::to_string(M), n = std::to_string(N);
    init("bicg");
    function *f = global::get_implicit_function();

    var i("i"), j("j");
    computation A("{A[i,j]: 0<=i<" + n + " and 0<=j<" + m + "}", expr(), false, p_float64, f);
    computation p("{p[j]: 0<=j<" + m + "}", expr(), false, p_float64, f);
    computation r("{r[i]: 0<=i<" + n + "}", expr(), false, p_float64, f);
    computation s_init("{s_init[j]: 0<=j<" + m + "}", expr(0.0), true, p_float64, f);
    computation q_init("{q_init[i]: 0<=i<" + n + "}", expr(0.0), true, p_float64, f);
    computation s("{s[i,j]: 0<=i<" + n + " and 0<=j<" + m + "}", expr(), true, p_float64, f);
    s.set_expression(s(i - 1, j) + r(i) * A(i, j));
    computation q("{q[i,j]: 0<=i<" + n + " and 0<=j<" + m + "}", expr(), true, p_float64, f);
    q.set_expression(q(i, j - 1) + A(i, j) * p(j));

    s_init.then(q_init, computation::root).then(s, i).then(q, j);

    buffer b_A("b_A", {N, M}, p_float64, a_input), b_p("b_p", {M}, p_float64, a_input);
    buffer b_r("b_r", {N}, p_float64, a_input), b_s("b_s", {M}, p_float64, a_output);
    buffer b_q("b_q", {N}, p_float64, a_output);
    A.store_in(&b_A);
    p.store_in(&b_p);
    r.store_in(&b_r);
    s_init.store_in(&b_s);
    q_init.store_in(&b_q);
    s.store_in(&b_s, {j});
    q.store_in(&b_q, {i});

    codegen({&b_A, &b_p, &b_r, &b_s, &b_q}, "bicg.o");
}
