// Real and imaginary part of complex products, scheduled together as a block.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 66), M = size_of(argc, argv, 15, 90);
    init("complex_products");

    var i("i", 0, N), j("j", 0, M), c("c", 0, 2);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1"), j2("j2"), j3("j3");
    input a("a", {c, i, j}, p_float32), b("b", {c, i, j}, p_float32);
    computation re("re", {i, j}, a(0, i, j) * b(0, i, j) - a(1, i, j) * b(1, i, j));
    computation im("im", {i, j}, a(0, i, j) * b(1, i, j) + a(1, i, j) * b(0, i, j));
    computation norm("norm", {i, j}, re(i, j) * re(i, j) + im(i, j) * im(i, j));

    block product({&re, &im, &norm});
    product.tile(i, j, 4, 8, i0, j0, i1, j1);
    product.interchange(i0, j0);
    re.then(im, i1).then(norm, i1);
    product.parallelize(j0);
    product.vectorize(j1, 4, j2, j3);

    buffer b_a("b_a", {2, N, M}, p_float32, a_input), b_b("b_b", {2, N, M}, p_float32, a_input);
    buffer b_norm("b_norm", {N, M}, p_float32, a_output);
    a.store_in(&b_a);
    b.store_in(&b_b);
    norm.store_in(&b_norm);
    codegen({&b_a, &b_b, &b_norm}, "block_commands.o");
}
