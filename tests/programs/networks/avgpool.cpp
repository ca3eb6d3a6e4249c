// Average over 2x2 windows, divided in place after the sums; three definitions of one buffer with
// low-level domains.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    global::set_default_tiramisu_options();
    function avgpool("avgpool");
    constant N("N", expr((int32_t)size_of(argc, argv, 11, 50)), p_int32, true, NULL, 0, &avgpool);

    var c("c"), y("y"), x("x"), k("k"), l("l");
    computation in("[N]->{in[c,y,x]: 0<=c<3 and 0<=y<2*N and 0<=x<2*N}", expr(), false, p_float32,
                   &avgpool);
    computation zero("[N]->{zero[c,y,x]: 0<=c<3 and 0<=y<N and 0<=x<N}", expr((float)0), true,
                     p_float32, &avgpool);
    computation sum("[N]->{sum[c,y,x,k,l]: 0<=c<3 and 0<=y<N and 0<=x<N and 0<=k<2 and 0<=l<2}",
                    expr(), true, p_float32, &avgpool);
    sum.set_expression(sum(c, y, x, k, l) + in(c, y * 2 + k, x * 2 + l));
    computation average("[N]->{average[c,y,x]: 0<=c<3 and 0<=y<N and 0<=x<N}",
                        sum(c, y, x, 1, 1) / 4.f, true, p_float32, &avgpool);

    sum.after(zero, 2);
    average.after(sum, 2);
    sum.tag_parallel_level(0);
    sum.tag_unroll_level(4);

    buffer b_in("b_in", {3, N * 2, N * 2}, p_float32, a_input, &avgpool);
    buffer b_out("b_out", {3, N, N}, p_float32, a_output, &avgpool);
    in.set_access("{in[c,y,x]->b_in[c,y,x]}");
    zero.set_access("{zero[c,y,x]->b_out[c,y,x]}");
    sum.set_access("{sum[c,y,x,k,l]->b_out[c,y,x]}");
    average.set_access("{average[c,y,x]->b_out[c,y,x]}");

    avgpool.set_arguments({&b_in, &b_out});
    avgpool.gen_time_space_domain();
    avgpool.gen_isl_ast();
    avgpool.gen_halide_stmt();
    avgpool.gen_halide_obj("avgpool.o");
}
