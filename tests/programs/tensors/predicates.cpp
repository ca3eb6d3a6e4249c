// Sums over five indices of an antisymmetric tensor: predicates leave out equal indices and those
// pairs that a run-time table excludes.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 5, 9), M = size_of(argc, argv, 4, 12);
    init("predicates");

    var a("a", 0, M), b("b", 0, M), i("i", 0, N), j("j", 0, N), k("k", 0, N);
    input T("T", {i, j, k}, p_int32), left("left", {a, i, j}, p_int32),
        right("right", {b, k}, p_int32);
    input allowed("allowed", {a, b}, p_int32);
    computation zero("zero", {a, b}, expr(0));
    computation sum("sum", {a, b, i, j, k}, p_int32);
    sum.set_expression(sum(a, b, i, j, k) + T(i, j, k) * left(a, i, j) * right(b, k));
    sum.add_predicate(i != j && j != k && i != k && allowed(a, b) == 1);
    computation twice("twice", {a, b}, sum(a, b, 0, 0, 0) * 2);
    twice.add_predicate(a > b);

    zero.then(sum, b).then(twice, b);
    zero.tag_parallel_level(a);
    sum.tag_unroll_level(k);

    buffer b_T("b_T", {N, N, N}, p_int32, a_input), b_left("b_left", {M, N, N}, p_int32, a_input);
    buffer b_right("b_right", {M, N}, p_int32, a_input), b_ok("b_ok", {M, M}, p_int32, a_input);
    buffer b_sum("b_sum", {M, M}, p_int32, a_output);
    T.store_in(&b_T);
    left.store_in(&b_left);
    right.store_in(&b_right);
    allowed.store_in(&b_ok);
    zero.store_in(&b_sum);
    sum.store_in(&b_sum, {a, b});
    twice.store_in(&b_sum);
    codegen({&b_T, &b_left, &b_right, &b_ok, &b_sum}, "predicates.o");
}
