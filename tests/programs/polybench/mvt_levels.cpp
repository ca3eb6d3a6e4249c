// x1 += A * y1 and x2 += A' * y2: both nests from isl sets, loops and tags given as numbers.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    const std::string square =
        "[i,j]: 0<=i<" + std::to_string(N) + " and 0<=j<" + std::to_string(N) + "}";
    function f("mvt_levels");
    init();

    var i("i"), j("j");
    computation A("{A" + square, expr(), false, p_float64, &f);
    computation y1("{y1[i]}", expr(), false, p_float64, &f),
        y2("{y2[i]}", expr(), false, p_float64, &f);
    computation x1_in("{x1_in[i]}", expr(), false, p_float64, &f);
    computation x2_in("{x2_in[i]}", expr(), false, p_float64, &f);
    computation x1("{x1" + square, x1_in(i) + A(i, j) * y1(j), true, p_float64, &f);
    computation x2("{x2" + square, x2_in(i) + A(j, i) * y2(j), true, p_float64, &f);

    x1.tile(0, 1, 5, 20);
    x1.tag_parallel_level(0);
    x2.interchange(0, 1);
    x2.split(1, 4);
    x2.tag_vector_level(2, 4);
    x2.after(x1, computation::root_dimension);

    buffer b_A("b_A", {N, N}, p_float64, a_input, &f);
    buffer b_y1("b_y1", {N}, p_float64, a_input, &f), b_y2("b_y2", {N}, p_float64, a_input, &f);
    buffer b_x1("b_x1", {N}, p_float64, a_output, &f), b_x2("b_x2", {N}, p_float64, a_output, &f);
    A.set_access("{A[i,j]->b_A[i,j]}");
    y1.set_access("{y1[i]->b_y1[i]}");
    y2.set_access("{y2[i]->b_y2[i]}");
    x1_in.set_access("{x1_in[i]->b_x1[i]}");
    x2_in.set_access("{x2_in[i]->b_x2[i]}");
    x1.set_access("{x1[i,j]->b_x1[i]}");
    x2.set_access("{x2[i,j]->b_x2[i]}");

    f.codegen({&b_x1, &b_x2, &b_y1, &b_y2, &b_A}, "mvt_levels.o");
}
