// Recursive Deriche filter along rows, which run in parallel, then along columns, in vectors; the
// coefficients are constants of the function.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int W = size_of(argc, argv, 64, 192), H = size_of(argc, argv, 64, 128);
    init("deriche");

    const expr one(1.0), two(2.0), alpha(0.25);
    const expr decay(o_expo, -alpha), decay2(o_expo, -two * alpha);
    constant a1("a1", (one - decay) * (one - decay) /
                          (one + two * alpha * decay - expr(o_expo, two * alpha)));
    constant a2("a2", expr(a1) * decay * (alpha - one));
    constant a3("a3", expr(a1) * decay * (alpha + one));
    constant a4("a4", -expr(a1) * decay2), b1("b1", pow(two, -alpha)), b2("b2", -decay2);

    var i("i", 0, W), j("j", 0, H), i_2("i_2", 2, W), j_2("j_2", 2, H);
    input img("img", {i, j}, p_float64), out("out", {i, j}, p_float64);
    input y1("y1", {i, j}, p_float64), y2("y2", {i, j}, p_float64);

    computation right_0("right_0", {i}, img(i, 0) * a1);
    computation right_1("right_1", {i}, img(i, 1) * a1 + img(i, 0) * a2 + y1(i, 0) * b1);
    computation right("right", {i, j_2},
                      img(i, j_2) * a1 + img(i, j_2 - 1) * a2 + y1(i, j_2 - 1) * b1 +
                          y1(i, j_2 - 2) * b2);
    computation left_0("left_0", {i}, expr(0.0));
    computation left_1("left_1", {i}, img(i, H - 1) * a3 + y2(i, H - 1) * b1);
    computation left("left", {i, j_2},
                     img(i, H - j_2) * a3 + img(i, H + 1 - j_2) * a4 + y2(i, H - j_2) * b1 +
                         y2(i, H + 1 - j_2) * b2);
    computation rows("rows", {i, j}, y1(i, j) + y2(i, j));

    computation down_0("down_0", {j}, out(0, j) * a1);
    computation down_1("down_1", {j}, out(1, j) * a1 + out(0, j) * a2 + y1(0, j) * b1);
    computation down("down", {i_2, j},
                     out(i_2, j) * a1 + out(i_2 - 1, j) * a2 + y1(i_2 - 1, j) * b1 +
                         y1(i_2 - 2, j) * b2);
    computation up_0("up_0", {j}, expr(0.0));
    computation up_1("up_1", {j}, out(W - 1, j) * a3 + y2(W - 1, j) * b1);
    computation up("up", {i_2, j},
                   out(W - i_2, j) * a3 + out(W + 1 - i_2, j) * a4 + y2(W - i_2, j) * b1 +
                       y2(W + 1 - i_2, j) * b2);
    computation columns("columns", {i, j}, y1(i, j) + y2(i, j));

    right_0.then(right_1, i)
        .then(right, i)
        .then(left_0, i)
        .then(left_1, i)
        .then(left, i)
        .then(rows, i);
    rows.then(down_0, computation::root).then(down_1, j).then(down, computation::root);
    down.then(up_0, computation::root).then(up_1, j).then(up, computation::root);
    up.then(columns, computation::root);
    right_0.parallelize(i);
    rows.vectorize(j, 8);
    down.vectorize(j, 8);
    up.vectorize(j, 8);
    columns.parallelize(i);

    buffer b_img("b_img", {W, H}, p_float64, a_input), b_out("b_out", {W, H}, p_float64, a_output);
    buffer b_y1("b_y1", {W, H}, p_float64, a_temporary),
        b_y2("b_y2", {W, H}, p_float64, a_temporary);
    img.store_in(&b_img);
    out.store_in(&b_out);
    y1.store_in(&b_y1);
    y2.store_in(&b_y2);
    right_0.store_in(&b_y1, {i, 0});
    right_1.store_in(&b_y1, {i, 1});
    right.store_in(&b_y1, {i, j_2});
    left_0.store_in(&b_y2, {i, H - 1});
    left_1.store_in(&b_y2, {i, H - 2});
    left.store_in(&b_y2, {i, H - 1 - j_2});
    rows.store_in(&b_out);
    down_0.store_in(&b_y1, {0, j});
    down_1.store_in(&b_y1, {1, j});
    down.store_in(&b_y1, {i_2, j});
    up_0.store_in(&b_y2, {W - 1, j});
    up_1.store_in(&b_y2, {W - 2, j});
    up.store_in(&b_y2, {W - 1 - i_2, j});
    columns.store_in(&b_out);

    codegen({&b_img, &b_out}, "deriche.o");
}
