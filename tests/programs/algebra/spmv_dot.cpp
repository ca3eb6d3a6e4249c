// y = A x with A in CSR form, and the inner product of y with w in the same loop over rows; bounds
// of the loop over a row's values are read from memory.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 23, 300);
    init("spmv_dot");

    var i("i", 0, N), n("n", 0, N + 1), nz("nz", 0, 4 * N);
    input starts("starts", {n}, p_int32), columns("columns", {nz}, p_int32);
    input values("values", {nz}, p_float32), x("x", {i}, p_float32), w("w", {i}, p_float32);

    computation dot_init("dot_init", {}, expr(0.f));
    computation y_init("y_init", {i}, expr(0.f));
    constant start("start", starts(i), p_int32, false, &y_init, 0);
    constant end("end", starts(i + 1), p_int32, false, &y_init, 0);
    var k("k", start, end);
    computation y("y", {i, k}, p_float32);
    y.set_expression(y_init(i) + values(k) * x(columns(k)));
    computation dot("dot", {i}, p_float32);
    dot.set_expression(dot(i) + w(i) * y_init(i));

    dot_init.then(y_init, computation::root).then(y, i).then(dot, i);

    buffer b_starts("b_starts", {N + 1}, p_int32, a_input);
    buffer b_columns("b_columns", {4 * N}, p_int32, a_input);
    buffer b_values("b_values", {4 * N}, p_float32, a_input);
    buffer b_x("b_x", {N}, p_float32, a_input), b_w("b_w", {N}, p_float32, a_input);
    buffer b_y("b_y", {N}, p_float32, a_output), b_dot("b_dot", {1}, p_float32, a_output);
    starts.store_in(&b_starts);
    columns.store_in(&b_columns);
    values.store_in(&b_values);
    x.store_in(&b_x);
    w.store_in(&b_w);
    dot_init.store_in(&b_dot);
    y_init.store_in(&b_y);
    y.store_in(&b_y, {i});
    dot.store_in(&b_dot, {0});
    codegen({&b_starts, &b_columns, &b_values, &b_x, &b_w, &b_y, &b_dot}, "spmv_dot.o");
}
