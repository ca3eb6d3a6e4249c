// Softmax-like normalisation of rows: temporaries that belong to one iteration of the row loop.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 13, 70);
    init("normalize_rows");

    var i("i", 0, N), j("j", 0, M);
    input x("x", {i, j}, p_float64);
    computation zero("zero", {i}, expr(0.0));
    computation shifted("shifted", {i, j}, x(i, j) + 1.5);
    computation total("total", {i, j}, p_float64);
    total.set_expression(total(i, j) + shifted(i, j));
    computation y("y", {i, j}, shifted(i, j) / total(i, 0));

    buffer b_x("b_x", {N, M}, p_float64, a_input), b_y("b_y", {N, M}, p_float64, a_output);
    buffer b_total("b_total", {1}, p_float64, a_temporary);
    buffer b_shifted("b_shifted", {M}, p_float64, a_temporary);
    x.store_in(&b_x);
    zero.store_in(&b_total, {0});
    total.store_in(&b_total, {0});
    shifted.store_in(&b_shifted, {j});
    y.store_in(&b_y);

    b_total.set_auto_allocate(false);
    b_shifted.set_auto_allocate(false);
    computation *total_memory = b_total.allocate_at(zero, i);
    computation &row_memory = *b_shifted.allocate_at(shifted, 0);
    total_memory->then(row_memory, i).then(zero, i).then(shifted, i).then(total, i).then(y, i);
    y.then(*b_shifted.deallocate_at(y, i), i).then(*b_total.deallocate_at(y, 0), i);
    zero.tag_parallel_level(i);
    codegen({&b_x, &b_y}, "allocated_in_loop.o");
}
