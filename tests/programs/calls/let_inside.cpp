// Sparse matrix times vector: constants that belong to the rows of a computation bound its loop.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 150);
    const int NNZ = 3 * N;
    init("spmv_csr");
    function *fct = global::get_implicit_function();

    var i("i", 0, N), p("p", 0, N + 1), q("q", 0, NNZ);
    input rowptr("rowptr", {p}, p_int32), colidx("colidx", {q}, p_int32);
    input values("values", {q}, p_float64), x("x", {i}, p_float64);
    computation start("start", {i}, expr(0.0));
    constant begin("begin", rowptr(i), p_int32, false, &start, 0, fct);
    constant end("end", rowptr(i + 1), p_int32, false, &start, 0, fct);
    var k("k", begin, end);
    computation y("y", {i, k}, p_float64);
    y.set_expression(y(i, k) + values(k) * x(colidx(k)));
    y.after(start, i);
    y.parallelize(i);

    buffer b_rowptr("b_rowptr", {N + 1}, p_int32, a_input);
    buffer b_colidx("b_colidx", {NNZ}, p_int32, a_input);
    buffer b_values("b_values", {NNZ}, p_float64, a_input);
    buffer b_x("b_x", {N}, p_float64, a_input), b_y("b_y", {N}, p_float64, a_output);
    rowptr.store_in(&b_rowptr);
    colidx.store_in(&b_colidx);
    values.store_in(&b_values);
    x.store_in(&b_x);
    start.store_in(&b_y);
    y.store_in(&b_y, {i});
    codegen({&b_rowptr, &b_colidx, &b_values, &b_x, &b_y}, "let_inside.o");
}
