// A product of matrices in which blocks keep tiles of both factors in the memory that their threads
// share, those of the second one in rows that are an element longer.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int SIZE = size_of(argc, argv, 20, 64);
    init("shared_tiles");

    constant N("N", SIZE);
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    var i0("i0"), i1("i1"), j0("j0"), j1("j1"), k0("k0"), k1("k1");
    input A("A", {i, k}, p_float32), B("B", {k, j}, p_float32);
    A.get_buffer()->tag_gpu_global();
    B.get_buffer()->tag_gpu_global();
    computation C_init("C_init", {i, j}, expr(0.0f));
    C_init.get_buffer()->tag_gpu_global();
    computation C("C", {i, j, k}, p_float32);
    C.set_expression(C(i, j, k - 1) + A(i, k) * B(k, j));

    buffer b_A("b_A", {SIZE, SIZE}, p_float32, a_input),
        b_B("b_B", {SIZE, SIZE}, p_float32, a_input);
    buffer b_C("b_C", {SIZE, SIZE}, p_float32, a_output);
    computation copy_A_to_device({}, memcpy(b_A, *A.get_buffer()));
    computation copy_B_to_device({}, memcpy(b_B, *B.get_buffer()));
    computation copy_C_to_host({}, memcpy(*C_init.get_buffer(), b_C));

    C.split(k, 16, k0, k1);
    C_init.gpu_tile(i, j, 16, 16, i0, j0, i1, j1);
    C.gpu_tile(i, j, 16, 16, i0, j0, i1, j1);
    copy_A_to_device.then(copy_B_to_device).then(C_init).then(C, j1).then(copy_C_to_host);

    C.store_in(C_init.get_buffer(), {i, j});
    C.cache_shared(A, k0, {16, 16}, {i0 * 16, k0 * 16});
    C.cache_shared(B, k0, {16, 16}, {k0 * 16, j0 * 16}, true);
    codegen({&b_A, &b_B, &b_C}, "shared_tiles.o", true);
}
