// Generates the C function first_program: sum = 2 * a + b, element by element.
#include <tiramisu/tiramisu.h>

using namespace tiramisu;

int main() {
    init("first_program");

    // The algorithm: what is computed.
    //
    //     for (int i = 0; i < 100; i++)
    //         for (int j = 0; j < 64; j++)
    //             sum[i][j] = 2 * a[i][j] + b[i][j];
    var i("i", 0, 100), j("j", 0, 64);
    input a("a", {i, j}, p_float32), b("b", {i, j}, p_float32);
    computation sum("sum", {i, j}, 2 * a(i, j) + b(i, j));

    // The schedule: in which order, and how.
    //
    //     parallel for (int i = 0; i < 100; i++)
    //         for (int j1 = 0; j1 < 8; j1++)
    //             sum[i][8 * j1 .. 8 * j1 + 7] = ...;   one vector of 8 floats
    sum.parallelize(i);
    sum.vectorize(j, 8);

    // Where the values lie: the arguments of the C function.
    buffer a_memory("a", {100, 64}, p_float32, a_input);
    buffer b_memory("b", {100, 64}, p_float32, a_input);
    buffer sum_memory("sum", {100, 64}, p_float32, a_output);
    a.store_in(&a_memory);
    b.store_in(&b_memory);
    sum.store_in(&sum_memory);

    codegen({&a_memory, &b_memory, &sum_memory}, "first_program.o");
}
