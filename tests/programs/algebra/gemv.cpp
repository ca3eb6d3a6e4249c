// y = a A x + b y, and z = A^T x by the same nest with its loops exchanged: scalars come in buffers
// of one element.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    init("gemv");
    constant N("N", size_of(argc, argv, 17, 150)), M("M", size_of(argc, argv, 22, 170));

    var i("i", 0, N), j("j", 0, M);
    input A("A", {i, j}, p_float32), x("x", {j}, p_float32), u("u", {i}, p_float32);
    input a("a", {}, p_float32), b("b", {}, p_float32);
    computation y("y", {i}, p_float32);
    y.set_expression(y(i) * b(0));
    computation row("row", {i, j}, p_float32);
    row.set_expression(row(i, j) + a(0) * A(i, j) * x(j));
    computation z("z", {j}, expr(0.f));
    computation column("column", {i, j}, p_float32);
    column.set_expression(column(i, j) + A(i, j) * u(i));

    y.then(row, i).then(z, computation::root).then(column, computation::root);
    y.parallelize(i);
    column.interchange(i, j);
    column.split(j, 8);
    column.tag_parallel_level(0);

    buffer b_A("b_A", {N, M}, p_float32, a_input), b_x("b_x", {M}, p_float32, a_input);
    buffer b_u("b_u", {N}, p_float32, a_input), b_a("b_a", {1}, p_float32, a_input);
    buffer b_b("b_b", {1}, p_float32, a_input), b_y("b_y", {N}, p_float32, a_output);
    buffer b_z("b_z", {M}, p_float32, a_output);
    A.store_in(&b_A);
    x.store_in(&b_x);
    u.store_in(&b_u);
    a.store_in(&b_a);
    b.store_in(&b_b);
    y.store_in(&b_y);
    row.store_in(&b_y, {i});
    z.store_in(&b_z);
    column.store_in(&b_z, {j});
    codegen({&b_A, &b_x, &b_u, &b_a, &b_b, &b_y, &b_z}, "gemv.o");
}
