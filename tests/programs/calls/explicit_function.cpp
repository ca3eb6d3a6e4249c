// Sums of neighbours: init() without a name beside an explicit function and its own codegen.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 21, 1000);
    tiramisu::init();

    function *neighbours = new function("neighbours");
    buffer b_x("b_x", {expr(N)}, p_int32, a_input, neighbours);
    buffer b_y("b_y", {expr(N - 1)}, p_int32, a_output, neighbours);

    std::string domain = std::to_string(N - 1);
    computation x("{x[i]: 0<=i<" + std::to_string(N) + "}", expr(), false, p_int32, neighbours);
    var i("i");
    computation y("{y[i]: 0<=i<" + domain + "}", x(i) + x(i + 1), true, p_int32, neighbours);
    x.store_in(&b_x);
    y.store_in(&b_y);
    y.vectorize(i, 8);

    if (!neighbours->check_legality_for_function()) {
        return 1;
    }
    neighbours->codegen({&b_x, &b_y}, "explicit_function.o");
    delete neighbours;
}
