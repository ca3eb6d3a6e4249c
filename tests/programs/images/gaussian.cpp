// A separable 7x7 filter of a byte image with weights that come in buffers; sums are written out as
// expressions by C++ loops.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 15, 90), columns = size_of(argc, argv, 29, 110);
    init("gaussian");

    var q("q", 0, rows), p("p", 0, columns), c("c", 0, 3), k("k", 0, 7);
    input src("src", {q, p, c}, p_uint8), kernelX("kernelX", {k}, p_float32),
        kernelY("kernelY", {k}, p_float32);

    var x("x", 0, rows), y("y", 0, columns - 6), x2("x2", 0, rows - 6);
    expr sum_x = value_cast(p_float32, 0);
    for (int r = 0; r < 7; r++) {
        sum_x = sum_x + cast(p_float32, src(x, y + r, c)) * kernelX(r);
    }
    computation gaussian_x("gaussian_x", {x, y, c}, sum_x);
    expr sum_y = value_cast(p_float32, 0);
    for (int r = 0; r < 7; r++) {
        sum_y = sum_y + gaussian_x(x2 + r, y, c) * kernelY(r);
    }
    computation gaussian("gaussian", {x2, y, c}, cast(p_uint8, sum_y));

    gaussian_x.then(gaussian, computation::root);
    gaussian_x.tag_parallel_level(x);
    gaussian_x.interchange(y, c);
    gaussian_x.vectorize(y, 8);
    var x0("x0"), x1("x1"), y0("y0"), y1("y1");
    gaussian.tile(x2, y, 4, 8, x0, y0, x1, y1);
    gaussian.tag_parallel_level(x0);

    buffer b_src("b_src", {rows, columns, 3}, p_uint8, a_input);
    buffer b_kx("b_kx", {7}, p_float32, a_input), b_ky("b_ky", {7}, p_float32, a_input);
    buffer b_x("b_x", {rows, columns, 3}, p_float32, a_temporary);
    buffer b_out("b_out", {rows - 6, columns - 6, 3}, p_uint8, a_output);
    src.store_in(&b_src);
    kernelX.store_in(&b_kx);
    kernelY.store_in(&b_ky);
    gaussian_x.store_in(&b_x);
    gaussian.store_in(&b_out);
    codegen({&b_src, &b_kx, &b_ky, &b_out}, "gaussian.o");
}
