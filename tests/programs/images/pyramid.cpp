// One level of a Laplacian pyramid: the image at half the resolution, that enlarged again, and the
// difference; three nests that read at twice and at half their indices.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 45), M = size_of(argc, argv, 11, 50);
    init("pyramid");

    var y("y", 0, 2 * N), x("x", 0, 2 * M), i("i", 0, N), j("j", 0, M);
    input in("in", {y, x}, p_float32);
    computation down("down", {i, j},
                     (in(i * 2, j * 2) + in(i * 2 + 1, j * 2) + in(i * 2, j * 2 + 1) +
                      in(i * 2 + 1, j * 2 + 1)) *
                         0.25f);
    computation up("up", {y, x}, down(y / 2, x / 2));
    computation laplacian("laplacian", {y, x}, in(y, x) - up(y, x));

    down.then(up, computation::root).then(laplacian, y);
    down.tag_parallel_level(0);
    up.parallelize(y);
    up.vectorize(x, 8);
    laplacian.vectorize(x, 8);

    buffer b_in("b_in", {2 * N, 2 * M}, p_float32, a_input);
    buffer b_down("b_down", {N, M}, p_float32, a_output);
    buffer b_up("b_up", {2 * M}, p_float32, a_temporary);
    buffer b_laplacian("b_laplacian", {2 * N, 2 * M}, p_float32, a_output);
    in.store_in(&b_in);
    down.store_in(&b_down);
    up.store_in(&b_up, {x});
    laplacian.store_in(&b_laplacian);
    codegen({&b_in, &b_down, &b_laplacian}, "pyramid.o");
}
