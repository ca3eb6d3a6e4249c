// Sums of rows: which loops may run in parallel, on lanes or unrolled is asked, then done.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 50), M = size_of(argc, argv, 14, 60);
    init("questions");

    var i("i", 0, N), j("j", 0, M), k("k", 1, M);
    input x("x", {i, j}, p_int32);
    computation copy("copy", {i, j}, x(i, j));
    computation sums("sums", {i, k}, p_int32);
    sums.set_expression(sums(i, k) + sums(i, k - 1) * 3 % 7);
    computation part("part", {i, j}, j <= i, sums(i, j));
    copy.then(sums, computation::root).then(part, computation::root);

    buffer b_x("b_x", {N, M}, p_int32, a_input), b_sums("b_sums", {N, M}, p_int32, a_temporary);
    buffer b_part("b_part", {N, M}, p_int32, a_output);
    x.store_in(&b_x);
    copy.store_in(&b_sums);
    sums.store_in(&b_sums);
    part.store_in(&b_part);

    perform_full_dependency_analysis();
    prepare_schedules_for_legality_checks();
    const bool as_expected =
        loop_parallelization_is_legal(i, {&sums}) && !loop_parallelization_is_legal(k, {&sums}) &&
        loop_vectorization_is_legal(j, {&copy}) && !loop_vectorization_is_legal(k, {&sums}) &&
        loop_unrolling_is_legal(k, {&sums}) && !loop_unrolling_is_legal(j, {&part}) &&
        sums.unrolling_is_legal(k) && !part.unrolling_is_legal(j);
    if (!as_expected || !check_legality_of_function()) {
        return 1;
    }
    copy.vectorize(j, 4);
    sums.parallelize(i);
    sums.tag_unroll_level(k);
    codegen({&b_x, &b_part}, "loop_questions.o");
}
