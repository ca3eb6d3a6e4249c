// Gradients of two images, then sums of their products over windows around corners that a buffer
// lists: window indices are read from memory.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 21, 80), columns = size_of(argc, argv, 26, 90),
              corners = size_of(argc, argv, 5, 40), window = 3;
    init("optical_flow");

    var y("y", 0, rows), x("x", 0, columns), yd("yd", 0, rows - 1), xd("xd", 0, columns - 1);
    input im1("im1", {y, x}, p_uint8), im2("im2", {y, x}, p_uint8);
    auto pixel = [](input &image, expr row, expr column) {
        return cast(p_int32, image(row, column));
    };
    computation Ix("Ix", {yd, xd},
                   pixel(im1, yd, xd + 1) - pixel(im1, yd, xd) + pixel(im1, yd + 1, xd + 1) -
                       pixel(im1, yd + 1, xd));
    computation Iy("Iy", {yd, xd},
                   pixel(im1, yd + 1, xd) - pixel(im1, yd, xd) + pixel(im1, yd + 1, xd + 1) -
                       pixel(im1, yd, xd + 1));
    computation It("It", {yd, xd}, pixel(im2, yd, xd) - pixel(im1, yd, xd));

    var k("k", 0, corners), i("i", -window, window), j("j", -window, window), two("two", 0, 2);
    input C("C", {k, two}, p_int32);
    computation zero("zero", {k, var("e", 0, 4)}, expr(0));
    computation Axx("Axx", {k, i, j}, p_int32), Axy("Axy", {k, i, j}, p_int32);
    computation bx("bx", {k, i, j}, p_int32), by("by", {k, i, j}, p_int32);
    auto at = [&](computation &image) { return image(C(k, 0) + i, C(k, 1) + j); };
    Axx.set_expression(Axx(k, i, j) + at(Ix) * at(Ix));
    Axy.set_expression(Axy(k, i, j) + at(Ix) * at(Iy));
    bx.set_expression(bx(k, i, j) + at(Ix) * at(It));
    by.set_expression(by(k, i, j) + at(Iy) * at(It));

    Ix.then(Iy, xd).then(It, xd).then(zero, computation::root);
    zero.then(Axx, k).then(Axy, j).then(bx, j).then(by, j);
    Ix.parallelize(yd);
    Axx.parallelize(k);

    buffer b_im1("b_im1", {rows, columns}, p_uint8, a_input);
    buffer b_im2("b_im2", {rows, columns}, p_uint8, a_input);
    buffer b_C("b_C", {corners, 2}, p_int32, a_input);
    buffer b_A("b_A", {corners, 4}, p_int32, a_output);
    im1.store_in(&b_im1);
    im2.store_in(&b_im2);
    C.store_in(&b_C);
    zero.store_in(&b_A);
    Axx.store_in(&b_A, {k, 0});
    Axy.store_in(&b_A, {k, 1});
    bx.store_in(&b_A, {k, 2});
    by.store_in(&b_A, {k, 3});
    codegen({&b_im1, &b_im2, &b_C, &b_A}, "optical_flow.o");
}
