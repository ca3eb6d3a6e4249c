// Prefix sums in three steps: each block on its own, in parallel; then where blocks begin; then
// both added, in place.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    init("prefix_sum");
    function *f = global::get_implicit_function();
    constant BLOCKS("BLOCKS", size_of(argc, argv, 5, 40)), WIDTH("WIDTH", 19);

    var b("b"), i("i");
    computation in("[BLOCKS,WIDTH]->{in[n]: 0<=n<BLOCKS*19}", expr(), false, p_int32, f);
    computation first("[BLOCKS]->{first[b]: 0<=b<BLOCKS}", in(b * 19), true, p_int32, f);
    computation local("[BLOCKS,WIDTH]->{local[b,i]: 0<=b<BLOCKS and 1<=i<WIDTH}", expr(), true,
                      p_int32, f);
    local.set_expression(local(b, i - 1) + in(b * 19 + i));
    computation begin("{begin[b]: b=0}", expr(0), true, p_int32, f);
    computation offset("[BLOCKS]->{offset[b]: 1<=b<BLOCKS}", expr(), true, p_int32, f);
    offset.set_expression(offset(b - 1) + local(b - 1, WIDTH - 1));
    computation sum("[BLOCKS,WIDTH]->{sum[b,i]: 0<=b<BLOCKS and 0<=i<WIDTH}",
                    local(b, i) + offset(b), true, p_int32, f);

    local.after(first, b);
    begin.after(local, computation::root_dimension);
    offset.after(begin, computation::root_dimension);
    sum.after(offset, computation::root_dimension);
    first.tag_parallel_level(0);
    sum.tag_parallel_level(0);
    sum.vectorize(i, 8);

    buffer b_in("b_in", {BLOCKS * 19}, p_int32, a_input);
    buffer b_out("b_out", {BLOCKS * 19}, p_int32, a_output);
    buffer b_offset("b_offset", {BLOCKS}, p_int32, a_temporary);
    in.set_access("{in[n]->b_in[n]}");
    first.set_access("{first[b]->b_out[19*b]}");
    local.set_access("{local[b,i]->b_out[19*b+i]}");
    begin.set_access("{begin[b]->b_offset[b]}");
    offset.set_access("{offset[b]->b_offset[b]}");
    sum.set_access("{sum[b,i]->b_out[19*b+i]}");
    codegen({&b_in, &b_out}, "prefix_sum.o");
}
