// Generates the C function sparse_matrix_vector: y = M x, M a sparse matrix in compressed rows.
#include <tiramisu/tiramisu.h>

using namespace tiramisu;

int main() {
    init("sparse_matrix_vector");

    // The algorithm. Row i of M has the elements start[i] .. start[i + 1] - 1; element k is
    // value[k], in column[k].
    //
    //     for (int i = 0; i < rows; i++)
    //         y[i] = 0;
    //     for (int i = 0; i < rows; i++)
    //         for (int k = start[i]; k < start[i + 1]; k++)
    //             y[i] += value[k] * x[column[k]];
    //
    // Neither the number of rows nor where a row ends is known before the function is called.
    constant rows("rows", p_int32), columns("columns", p_int32), elements("elements", p_int32);
    var i("i", 0, rows);
    input start("start", {"row"}, {rows + 1}, p_int32);
    input column("column", {"element"}, {elements}, p_int32);
    input value("value", {"element"}, {elements}, p_float32);
    input x("x", {"column"}, {columns}, p_float32);
    var k("k", start(i), start(i + 1));
    computation y("y", {i}, 0.0f);
    y(i) += value(k) * x(column(k));

    // The schedule. Eight elements of a row at once, then the rest of the row one by one; blocks of
    // rows in parallel.
    //
    //     parallel for (int i0 = 0; i0 < rows / 64; i0++)
    //         for (int i1 = 0; i1 < 64; i1++) {
    //             y[i] = 0;
    //             for (int k0 = 0; k0 < (start[i + 1] - start[i]) / 8; k0++)
    //                 y[i] += sum of value[k .. k + 7] * x[column[k .. k + 7]];
    //             ...
    //         }
    constexpr int block = 64, lanes = 8;
    var i0("i0"), i1("i1");
    computation zero = y.init();
    zero.split(i, block, i0, i1).parallelize(i0);
    y.split(i, block, i0, i1).parallelize(i0);
    y.vectorize(k, lanes);
    y.after(zero, i1);

    buffer start_memory("start", {rows + 1}, p_int32, a_input);
    buffer column_memory("column", {elements}, p_int32, a_input);
    buffer value_memory("value", {elements}, p_float32, a_input);
    buffer x_memory("x", {columns}, p_float32, a_input);
    buffer y_memory("y", {rows}, p_float32, a_output);
    start.store_in(&start_memory);
    column.store_in(&column_memory);
    value.store_in(&value_memory);
    x.store_in(&x_memory);
    y.store_in(&y_memory);

    codegen({&start_memory, &column_memory, &value_memory, &x_memory, &y_memory},
            "sparse_matrix_vector.o");
}
