// A sparse filter moved over rows: constants inside loops bound the loop over the filter's elements
// and are parameters of an access relation.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int B = size_of(argc, argv, 3, 8), N = size_of(argc, argv, 14, 100);
    const int F = size_of(argc, argv, 4, 10), NNZ = 3 * F;
    init("sparse_convolution");

    var b("b", 0, B), f("f", 0, F), x("x", 0, N), p("p", 0, F + 1), q("q", 0, NNZ);
    input begins("begins", {p}, p_int32), places("places", {q}, p_int32);
    input values("values", {q}, p_float32), in("in", {b, x}, p_float32);
    computation start("start", {b, f, x}, cast(p_float32, 0));
    constant first("first", begins(f), p_int32, false, &start, 1);
    constant last("last", begins(f + 1), p_int32, false, &start, 1);
    var k("k", first, last);
    computation out("out", {b, f, k, x}, p_float32);
    constant offset("offset", places(k), p_int32, false, &out, 2);
    out.set_expression(out(b, f, k, x) + values(k) * in(b, x));
    start.then(out, f);
    start.parallelize(b);
    out.vectorize(x, 8);

    buffer b_begins("b_begins", {F + 1}, p_int32, a_input),
        b_places("b_places", {NNZ}, p_int32, a_input);
    buffer b_values("b_values", {NNZ}, p_float32, a_input);
    buffer b_in("b_in", {B, N + NNZ}, p_float32, a_input);
    buffer b_out("b_out", {B, F, N}, p_float32, a_output);
    begins.store_in(&b_begins);
    places.store_in(&b_places);
    values.store_in(&b_values);
    in.set_access("[offset]->{in[b,x]->b_in[b,x+offset]}");
    start.store_in(&b_out);
    out.store_in(&b_out, {b, f, x});
    codegen({&b_begins, &b_places, &b_values, &b_in, &b_out}, "sparse_convolution.o");
}
