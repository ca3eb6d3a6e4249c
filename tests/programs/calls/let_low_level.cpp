// The largest element of each segment: constants inside loops, put in their places by
// after_low_level and numbers of loops.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 60);
    init("segments");

    var s("s", 0, N), p("p", 0, N + 1), q("q", 0, 4 * N);
    input begins("begins", {p}, p_int32), x("x", {q}, p_int32);
    computation start("start", {s}, x(begins(s)));
    constant first("first", begins(s) + 1, p_int32, false, &start, 0);
    constant last("last", begins(s + 1), p_int32, false, &start, 0);
    var k("k", first, last);
    computation largest("largest", {s, k}, p_int32);
    largest.set_expression(expr(o_max, largest(s, k), x(k)));

    first.after_low_level(start, 0);
    last.after_low_level(first, 0);
    largest.after_low_level(last, 0);

    buffer b_begins("b_begins", {N + 1}, p_int32, a_input), b_x("b_x", {4 * N}, p_int32, a_input);
    buffer b_largest("b_largest", {N}, p_int32, a_output);
    begins.store_in(&b_begins);
    x.store_in(&b_x);
    start.store_in(&b_largest);
    largest.store_in(&b_largest, {s});
    codegen({&b_begins, &b_x, &b_largest}, "let_low_level.o");
}
