// Products of row and column numbers: iterators are int64 after set_loop_iterator_type.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 100);
    init("table");
    global::set_loop_iterator_type(p_int64);

    var i("i", 0, N), j("j", 0, N), k(p_int64, "k");
    computation square("square", {i, j}, i * i * i * i * i * i + j);
    computation sum("sum", {i, j}, square(i, j) + cast(global::get_loop_iterator_data_type(), 1));
    square.then(sum, i);
    square.split(j, 4, k, var("l"));
    sum.parallelize(i);

    buffer b_sum("b_sum", {N, N}, p_int64, a_output);
    sum.store_in(&b_sum);
    codegen({&b_sum}, "iterators_of_64_bits.o");
}
