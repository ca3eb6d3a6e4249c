// A product of matrices in which every thread adds up 4 x 4 elements in memory of its own, which a
// computation allocates.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 16, 64), K = 24;
    const int block = 4, r_block = 4;
    init("local_sums");

    var i("i", 0, N), j("j", 0, N), k("k", 0, K);
    var i0("i0", 0, N / r_block), i1("i1", 0, r_block);
    var j0("j0", 0, N / r_block), j1("j1", 0, r_block);
    var i00("i00"), i01("i01"), j00("j00"), j01("j01"), k0("k0"), k1("k1");
    buffer b_A("b_A", {N, K}, p_float32, a_input), b_B("b_B", {K, N}, p_float32, a_input);
    buffer b_C("b_C", {N, N}, p_float32, a_output);
    buffer b_acc("b_acc", {r_block, r_block}, p_float32, a_temporary);
    b_acc.tag_gpu_local();

    computation c_acc_dec({i0, j0}, allocate(b_acc));
    computation c_acc_init({i, j}, expr(0.0f));
    input c_A({i, k}, p_float32), c_B({k, j}, p_float32);
    computation c_acc({i, j, k}, p_float32);
    c_acc.set_expression(c_acc(i, j, 0) + c_A(i, k) * c_B(k, j));
    computation c_C({i, j}, p_float32);
    c_C.set_expression(c_acc(i, j, 0) * 2.0f);
    computation copy_A_to_device({}, memcpy(b_A, *c_A.get_buffer()));
    computation copy_B_to_device({}, memcpy(b_B, *c_B.get_buffer()));
    computation copy_C_to_host({}, memcpy(*c_C.get_buffer(), b_C));

    c_acc_dec.gpu_tile(i0, j0, block, block, i00, j00, i01, j01);
    c_acc_init.tile(i, j, r_block, r_block, i0, j0, i1, j1);
    c_acc_init.gpu_tile(i0, j0, block, block, i00, j00, i01, j01);
    c_acc.tile(i, j, r_block, r_block, i0, j0, i1, j1);
    c_acc.interchange(j1, k);
    c_acc.interchange(i1, k);
    c_acc.split(k, 8, k0, k1);
    c_acc.gpu_tile(i0, j0, block, block, i00, j00, i01, j01);
    c_C.tile(i, j, r_block, r_block, i0, j0, i1, j1);
    c_C.gpu_tile(i0, j0, block, block, i00, j00, i01, j01);
    copy_A_to_device.then(copy_B_to_device, computation::root)
        .then(c_acc_dec, computation::root)
        .then(c_acc_init, j01)
        .then(c_acc, j01)
        .then(c_C, j01)
        .then(copy_C_to_host, computation::root);

    c_acc_init.store_in(&b_acc, {i % 4, j % 4});
    c_acc.store_in(&b_acc, {i % 4, j % 4});
    codegen({&b_A, &b_B, &b_C}, "local_sums.o", true);
}
