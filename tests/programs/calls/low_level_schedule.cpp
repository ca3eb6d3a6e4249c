// Sums of the rows and of the columns of a matrix in one nest: schedules given whole, as isl maps,
// and one of them transformed.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 90), M = size_of(argc, argv, 7, 70);
    function sums("sums");
    constant rows("N", expr(N), p_int32, true, NULL, 0, &sums);
    constant columns("M", expr(M), p_int32, true, NULL, 0, &sums);

    var i("i"), j("j");
    computation A("[N,M]->{A[i,j]: 0<=i<N and 0<=j<M}", expr(), false, p_int32, &sums);
    computation row_zero("[N]->{row_zero[i]: 0<=i<N}", expr(0), true, p_int32, &sums);
    computation row("[N,M]->{row[i,j]: 0<=i<N and 0<=j<M}", expr(), true, p_int32, &sums);
    computation column_zero("[M]->{column_zero[j]: 0<=j<M}", expr(0), true, p_int32, &sums);
    computation column("[N,M]->{column[i,j]: 0<=i<N and 0<=j<M}", expr(), true, p_int32, &sums);
    row.set_expression(row(i, j) + A(i, j));
    column.set_expression(column(i, j) + A(i, j));

    column_zero.set_low_level_schedule("{column_zero[j]->column_zero[0,0,j,0]}");
    row_zero.set_low_level_schedule("{row_zero[i]->row_zero[0,1,i,0]}");
    row.set_low_level_schedule("{row[i,j]->row[0,1,i,1,j,0]}");
    column.set_low_level_schedule("{column[i,j]->column[0,1,j,1,i,1]}");
    column.apply_transformation_on_schedule("{column[0,s0,j,s1,i,s2]->column[0,s0,i,s1,j,s2]}");
    row.tag_parallel_level(5);

    buffer b_A("b_A", {N, M}, p_int32, a_input, &sums);
    buffer b_row("b_row", {N}, p_int32, a_output, &sums),
        b_column("b_column", {M}, p_int32, a_output, &sums);
    A.set_access("{A[i,j]->b_A[i,j]}");
    row_zero.set_access("{row_zero[i]->b_row[i]}");
    row.set_access("{row[i,j]->b_row[i]}");
    column_zero.set_access("{column_zero[j]->b_column[j]}");
    column.set_access("{column[i,j]->b_column[j]}");

    sums.set_arguments({&b_A, &b_row, &b_column});
    sums.gen_time_space_domain();
    sums.gen_isl_ast();
    sums.gen_halide_stmt();
    sums.gen_halide_obj("low_level_schedule.o");
}
