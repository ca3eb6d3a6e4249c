// A two-stage blur whose inputs, computations and iterators have no names.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 80), M = size_of(argc, argv, 11, 90);
    init("blur");

    var i("i", 0, N - 2), j("j", 0, M - 2), rows("i", 0, N), i0, i1;
    input image({rows, var("j", 0, M)}, p_float32);
    computation across({rows, j},
                       (image(rows, j) + image(rows, j + 1) + image(rows, j + 2)) / 3.0f);
    computation down({i, j}, (across(i, j) + across(i + 1, j) + across(i + 2, j)) / 3.0f);
    across.then(down, computation::root);
    down.split(i, 4, i0, i1);
    down.parallelize(i0);
    down.vectorize(j, 4);

    buffer b_image("b_image", {N, M}, p_float32, a_input);
    buffer b_down("b_down", {N - 2, M - 2}, p_float32, a_output);
    image.store_in(&b_image);
    down.store_in(&b_down);
    codegen({&b_image, &b_down}, "unnamed.o");
}
