// Two runs over steps, each of which copies a buffer to the device, sets the elements of one step
// there and copies it back.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int T = 3, N = size_of(argc, argv, 9, 40);
    init("copies_in_steps");

    var t("t", 0, T), i("i", 0, N), j("j", 0, N);
    input A("A", {t, i, j}, p_int32), B("B", {t, i, j}, p_int32);
    buffer b_A_gpu("b_A_gpu", {T, N, N}, p_int32, a_temporary);
    buffer b_B_gpu("b_B_gpu", {T, N, N}, p_int32, a_temporary);
    b_A_gpu.tag_gpu_global();
    b_B_gpu.tag_gpu_global();

    computation init_A("init_A", {t, i, j}, t + 1), init_B("init_B", {t, i, j}, t * 2);
    init_A.store_in(&b_A_gpu, {t, i, j});
    init_B.store_in(&b_B_gpu, {t, i, j});
    init_A.tag_gpu_level(i, j);
    init_B.tag_gpu_level(i, j);
    computation A_to_device({t}, memcpy(*A.get_buffer(), b_A_gpu));
    computation B_to_device({t}, memcpy(*B.get_buffer(), b_B_gpu));
    computation A_to_host({t}, memcpy(b_A_gpu, *A.get_buffer()));
    computation B_to_host({t}, memcpy(b_B_gpu, *B.get_buffer()));
    computation *allocate_A = b_A_gpu.allocate_at(A_to_device, t);
    computation *deallocate_A = b_A_gpu.deallocate_at(A_to_host, t);
    computation *allocate_B = b_B_gpu.allocate_at(B_to_device, t);
    computation *deallocate_B = b_B_gpu.deallocate_at(B_to_host, t);

    allocate_A->then(A_to_device, t)
        .then(init_A, t)
        .then(A_to_host, t)
        .then(*deallocate_A, t)
        .then(*allocate_B, computation::root)
        .then(B_to_device, t)
        .then(init_B, t)
        .then(B_to_host, t)
        .then(*deallocate_B, t);
    codegen({A.get_buffer(), B.get_buffer()}, "copies_in_steps.o", true);
}
