// Three stages without a word about memory: buffers are made for all computations at once.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 80), M = size_of(argc, argv, 14, 66);
    function stages("stages");
    constant rows("N", expr(N), p_int32, true, NULL, 0, &stages);
    constant columns("M", expr(M), p_int32, true, NULL, 0, &stages);

    var i("i"), j("j");
    const std::string box = "[i,j]: 0<=i<N and 0<=j<M}";
    computation x("[N, M]->{x" + box, expr(), false, p_uint16, &stages);
    computation a("[N, M]->{a" + box, x(i, j) * (uint16_t)3, true, p_uint16, &stages);
    computation b("[N, M]->{b" + box, a(i, j) >> 1, true, p_uint16, &stages);
    computation c("[N, M]->{c" + box, (b(i, j) << 2) % (uint16_t)1000, true, p_uint16, &stages);

    b.after(a, j);
    c.after(b, i);
    stages.allocate_and_map_buffers_automatically();

    stages.set_arguments(
        {x.get_automatically_allocated_buffer(), c.get_automatically_allocated_buffer()});
    stages.gen_time_space_domain();
    stages.gen_isl_ast();
    stages.gen_halide_stmt();
    stages.gen_halide_obj("automatic_buffers.o");
}
