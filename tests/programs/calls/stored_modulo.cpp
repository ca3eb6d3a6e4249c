// Pascal's triangle with two rows of memory, of which every second element is kept: % and / in
// store_in. Column 0 is a border of zeros.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 40);
    init("pascal");

    var two("two", 0, 2), column("column", 0, N + 1), i("i", 1, N), j("j", 1, N + 1);
    computation zero("zero", {two, column}, expr(0));
    computation one("one", {}, expr(1));
    computation triangle("triangle", {i, j}, p_int32);
    triangle.set_expression((triangle(i - 1, j - 1) + triangle(i - 1, j)) % 1000);
    computation last("last", {j}, j % 2 == 1, triangle(N - 1, j));

    zero.then(one, computation::root)
        .then(triangle, computation::root)
        .then(last, computation::root);
    triangle.parallelize(j);

    buffer b_rows("b_rows", {2, N + 1}, p_int32, a_temporary);
    buffer b_last("b_last", {(N + 1) / 2}, p_int32, a_output);
    zero.store_in(&b_rows);
    one.store_in(&b_rows, {0, 1});
    triangle.store_in(&b_rows, {i % 2, j});
    last.store_in(&b_last, {j / 2});
    codegen({&b_last}, "stored_modulo.o");
}
