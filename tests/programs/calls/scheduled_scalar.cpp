// x minus its first element, in place: a constant that is a statement with a place in the order.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 128);
    init("from_first");

    var i("i", 0, N);
    input x("x", {i}, p_float32);
    constant first("first", x(0), p_float32, global::get_implicit_function());
    computation y("y", {i}, x(i) - first);
    first.then(y, computation::root);
    y.vectorize(i, 8);

    buffer b_x("b_x", {N}, p_float32, a_output);
    x.store_in(&b_x);
    y.store_in(&b_x);
    codegen({&b_x}, "scheduled_scalar.o");
}
