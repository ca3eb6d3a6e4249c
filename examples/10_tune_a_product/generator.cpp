// A product of matrices without any schedule: the tutorial has one searched for.
//
//     for (i...) for (j...) C[i, j] = 0
//     for (i...) for (j...) for (k...) C[i, j] += A[i, k] * B[k, j]
#include <tiramisu/tiramisu.h>

using namespace tiramisu;

int main() {
    init("tune_a_product");
    const int size = 384;
    const var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    const input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32);
    computation c("c", {i, j}, 0.0f);
    c(i, j) += a(i, k) * b(k, j);

    buffer a_memory("a", {size, size}, p_float32, a_input);
    buffer b_memory("b", {size, size}, p_float32, a_input);
    buffer c_memory("c", {size, size}, p_float32, a_output);
    computation stored_a = a, stored_b = b;
    stored_a.store_in(&a_memory);
    stored_b.store_in(&b_memory);
    c.store_in(&c_memory);
    codegen({&a_memory, &b_memory, &c_memory}, "tune_a_product.o");
}
