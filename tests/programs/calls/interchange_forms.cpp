// Row and column sums of a cube, loops swapped by names and by numbers.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 30);
    function sums("sums");
    constant size("N", expr(N), p_int32, true, NULL, 0, &sums);
    var i("i"), j("j"), k("k");

    const std::string cube = "[i,j,k]: 0<=i<N and 0<=j<N and 0<=k<N}";
    computation x("[N]->{x" + cube, expr(), false, p_int32, &sums);
    computation zero("[N]->{zero[i,j]: 0<=i<2 and 0<=j<N}", expr(0), true, p_int32, &sums);
    computation rows("[N]->{rows" + cube, expr(), true, p_int32, &sums);
    computation columns("[N]->{columns" + cube, expr(), true, p_int32, &sums);
    rows.set_expression(rows(i, j, k) + x(i, j, k));
    columns.set_expression(columns(i, j, k) + x(i, j, k));

    rows.interchange(i, k);
    rows.interchange(j, i);
    columns.interchange(0, 2);
    rows.after(zero, computation::root);
    columns.after(rows, computation::root);
    columns.tag_parallel_level(0);

    buffer b_x("b_x", {N, N, N}, p_int32, a_input, &sums);
    buffer b_sums("b_sums", {2, N}, p_int32, a_output, &sums);
    x.set_access("{x[i,j,k]->b_x[i,j,k]}");
    zero.set_access("{zero[i,j]->b_sums[i,j]}");
    rows.set_access("{rows[i,j,k]->b_sums[0,i]}");
    columns.set_access("{columns[i,j,k]->b_sums[1,k]}");

    sums.set_arguments({&b_x, &b_sums});
    sums.gen_time_space_domain();
    sums.gen_isl_ast();
    sums.gen_halide_stmt();
    sums.gen_halide_obj("interchange_forms.o");
}
