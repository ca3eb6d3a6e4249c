// Generates the C function matrix_multiply: C = A * B, 1024 x 1024 floats.
#include <tiramisu/target.h>
#include <tiramisu/tiramisu.h>

using namespace tiramisu;

int main() {
    constexpr int size = 1024;
    init("matrix_multiply");

    // The algorithm.
    //
    //     for (int i = 0; i < size; i++)
    //         for (int j = 0; j < size; j++)
    //             C[i][j] = 0;
    //     for (int i = 0; i < size; i++)
    //         for (int j = 0; j < size; j++)
    //             for (int k = 0; k < size; k++)
    //                 C[i][j] += A[i][k] * B[k][j];
    //
    // B_packed is a copy of B. Only its storage differs, see below.
    var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    input A("A", {i, k}, p_float32), B("B", {k, j}, p_float32);
    computation B_packed("B_packed", {k, j}, B(k, j));
    computation C("C", {i, j}, 0.0f);
    C(i, j) += A(i, k) * B_packed(k, j);

    // The schedule. C is made in blocks of `rows` x `columns` elements that fit into the vector
    // registers, 8 rows of 2 vectors with AVX-512, 4 of 2 with AVX2, which has half as many
    // registers; a block of columns meets all rows before the next one.
    //
    //     parallel for (int j0 = 0; j0 < size / columns; j0++)
    //         for (int i0 = 0; i0 < size / rows; i0++)
    //             for (int k = 0; k < size; k++)
    //                 for (int i1 = 0; i1 < rows; i1++)            unrolled
    //                     for (int j1 = 0; j1 < columns; j1 += lanes) unrolled
    //                         C[rows * i0 + i1][columns * j0 + j1 .. + lanes - 1] += ...;
    const target_vectors machine = vectors_of_output();
    const int rows = machine.registers / 4, lanes = machine.floats, columns = 2 * lanes;
    var i0("i0"), j0("j0"), i1("i1"), j1("j1"), j_vector("j_vector"), j_lane("j_lane");
    C.tile(i, j, rows, columns, i0, j0, i1, j1);
    C.interchange(j1, k);
    C.interchange(i1, k);
    C.interchange(i0, j0);
    C.vectorize(j1, lanes, j_vector, j_lane);
    C.tag_unroll_level(j_vector);
    C.tag_unroll_level(i1);
    C.parallelize(j0);

    C.init().parallelize(i);
    C.init().vectorize(j, lanes);
    B_packed.parallelize(k);
    B_packed.vectorize(j, lanes);

    // The storage. The elements of B that a block of columns reads lie one after another.
    B_packed.store_in({j / columns, k, j % columns}, {size / columns, size, columns});
    buffer A_memory("A", {size, size}, p_float32, a_input);
    buffer B_memory("B", {size, size}, p_float32, a_input);
    buffer C_memory("C", {size, size}, p_float32, a_output);
    A.store_in(&A_memory);
    B.store_in(&B_memory);
    C.store_in(&C_memory);

    codegen({&A_memory, &B_memory, &C_memory}, "matrix_multiply.o");
}
