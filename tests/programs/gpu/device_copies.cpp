// A product of matrices on a GPU, in buffers of its own there: the program says when arguments are
// copied to them and back.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int SIZE = size_of(argc, argv, 21, 70);
    init("device_copies");

    constant N("N", SIZE);
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    buffer b_A("b_A", {SIZE, SIZE}, p_uint8, a_input), b_B("b_B", {SIZE, SIZE}, p_uint8, a_input);
    buffer b_C("b_C", {SIZE, SIZE}, p_uint8, a_output);
    buffer b_A_gpu("b_A_gpu", {SIZE, SIZE}, p_uint8, a_temporary);
    buffer b_B_gpu("b_B_gpu", {SIZE, SIZE}, p_uint8, a_temporary);
    buffer b_C_gpu("b_C_gpu", {SIZE, SIZE}, p_uint8, a_temporary);
    b_A_gpu.tag_gpu_global();
    b_B_gpu.tag_gpu_global();
    b_C_gpu.tag_gpu_global();

    input A("A", {"i", "j"}, {N, N}, p_uint8), B("B", {"i", "j"}, {N, N}, p_uint8);
    computation C_init("C_init", {i, j}, expr((uint8_t)0));
    computation C("C", {i, j, k}, p_uint8);
    C.set_expression(C(i, j, k - 1) + A(i, k) * B(k, j));
    computation copy_A_to_device({}, memcpy(b_A, b_A_gpu));
    computation copy_B_to_device({}, memcpy(b_B, b_B_gpu));
    computation copy_C_to_host({}, memcpy(b_C_gpu, b_C));
    computation wait({}, cuda_stream_synchronize());

    C_init.gpu_tile(i, j, 16, 16);
    C.gpu_tile(i, j, 16, 16);
    copy_A_to_device.then(copy_B_to_device, computation::root)
        .then(C_init, computation::root)
        .then(C, computation::root)
        .then(wait, computation::root)
        .then(copy_C_to_host, computation::root);

    A.store_in(&b_A_gpu);
    B.store_in(&b_B_gpu);
    C_init.store_in(&b_C_gpu);
    C.store_in(&b_C_gpu, {i, j});
    codegen({&b_A, &b_B, &b_C}, "device_copies.o", true);
}
