// x1 += A * y1 and x2 += A' * y2: two nests with levels given as numbers, the second walks along
// rows of A after an interchange.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("mvt");

    var i("i", 0, N), j("j", 0, N);
    input A("A", {i, j}, p_float64), y1("y1", {j}, p_float64), y2("y2", {j}, p_float64);
    computation x1("x1", {i, j}, p_float64), x2("x2", {i, j}, p_float64);
    x1.set_expression(x1(i, j) + A(i, j) * y1(j));
    x2.set_expression(x2(i, j) + A(j, i) * y2(j));

    x1.split(0, 6);
    x1.tag_parallel_level(0);
    x2.interchange(0, 1);
    x2.vectorize(i, 8);
    x1.then(x2, computation::root_dimension);

    buffer b_A("b_A", {N, N}, p_float64, a_input);
    buffer b_y1("b_y1", {N}, p_float64, a_input), b_y2("b_y2", {N}, p_float64, a_input);
    buffer b_x1("b_x1", {N}, p_float64, a_output), b_x2("b_x2", {N}, p_float64, a_output);
    A.store_in(&b_A);
    y1.store_in(&b_y1);
    y2.store_in(&b_y2);
    x1.store_in(&b_x1, {i});
    x2.store_in(&b_x2, {i});

    codegen({&b_x1, &b_x2, &b_y1, &b_y2, &b_A}, "mvt.o");
}
