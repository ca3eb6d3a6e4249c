// y = A' * (A * x): inputs that bring their buffers along, names made up by the compiler, an output
// that is asked for its buffer.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 38, 116), N = size_of(argc, argv, 42, 124);
    init("atax_automatic");

    var i("i", 0, M), j("j", 0, N), i0("i0"), i1("i1");
    Input A("A", {M, N}, p_float64), x("x", {N}, p_float64);
    computation tmp({i}, expr(0.0)), y({j}, expr(0.0));
    buffer *b_tmp = tmp.get_automatically_allocated_buffer();
    y.allocate_and_map_buffer_automatically(a_output);
    computation tmp_sum({i, j}, tmp(i) + A(i, j) * x(j));
    tmp_sum.store_in(b_tmp, {i});
    view tmp_all("tmp_all", {i}, p_float64);
    tmp_all.store_in(b_tmp);
    computation y_sum({i, j}, y(j) + A(i, j) * tmp_all(i));
    y_sum.store_in(y.get_buffer(), {j});

    tmp_sum.split(i, 8, i0, i1);
    tmp_sum.parallelize(i0);
    tmp_sum.unroll(j, 2);
    y_sum.vectorize(j, 4);
    tmp.then(tmp_sum, computation::root).then(y, computation::root).then(y_sum, computation::root);

    codegen({A.get_buffer(), x.get_buffer(), y.get_buffer()}, "atax_automatic.o");
}
