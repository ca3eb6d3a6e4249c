// Second differences of squares: intermediate stages, one of which starts at 5, get buffers by
// themselves.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 19, 140);
    init("second_differences");

    var i("i", 5, N), k("k", 6, N), l("l", 7, N);
    input x("x", {i}, p_int64);
    computation square({i}, x(i) * x(i));
    computation first({k}, square(k) - square(k - 1));
    computation second("second", {l}, first(l) - first(l - 1));
    square.then(first, computation::root).then(second, computation::root);
    first.vectorize(k, 4);

    buffer b_x("b_x", {N}, p_int64, a_input), b_second("b_second", {N}, p_int64, a_output);
    x.store_in(&b_x);
    second.store_in(&b_second);
    codegen({&b_x, &b_second}, "implicit_buffers.o");
}
