// A product of matrices on blocks and threads of a GPU, its result scaled by tagged loops. The test
// has it compiled for OpenCL by TIRAMISU_TARGET.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 13, 70), K = 11;
    init("tiled_product");

    var i("i", 0, N), j("j", 0, M), k("k", 0, K);
    input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32);
    computation start("start", {i, j}, expr(0.0f));
    computation sum("sum", {i, j, k}, p_float32);
    sum.set_expression(sum(i, j, k) + a(i, k) * b(k, j));
    computation scaled("scaled", {i, j}, sum(i, j, 0) * 2.0f);

    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    start.gpu_tile(i, j, 8, 16, i0, j0, i1, j1);
    sum.gpu_tile(i, j, 8, 16, i0, j0, i1, j1);
    scaled.tile(i, j, 4, 8, i0, j0, i1, j1);
    scaled.tag_gpu_level(i0, j0, i1, j1);
    start.then(sum, j1).then(scaled, computation::root);

    buffer b_a("b_a", {N, K}, p_float32, a_input), b_b("b_b", {K, M}, p_float32, a_input);
    buffer b_sum("b_sum", {N, M}, p_float32, a_temporary);
    buffer b_out("b_out", {N, M}, p_float32, a_output);
    b_sum.tag_gpu_global();
    a.store_in(&b_a);
    b.store_in(&b_b);
    start.store_in(&b_sum);
    sum.store_in(&b_sum, {i, j});
    scaled.store_in(&b_out);
    codegen({&b_a, &b_b, &b_out}, "tiled_product.o", true);
}
