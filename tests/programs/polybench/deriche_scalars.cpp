// Recursive Deriche filter as its loops are written: what it remembers lies in scalars, backward
// passes count down through mirrored indices, coefficients come as an argument.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int W = size_of(argc, argv, 64, 192), H = size_of(argc, argv, 64, 128);
    init("deriche_scalars");

    // Coefficients a1 to a4, b1 and b2; the values read and written one and two steps ago.
    var i("i", 0, W), j("j", 0, H), n("n", 0, 7), one("one", 0, 1);
    input a("a", {n}, p_float64), img("img", {i, j}, p_float64), out("out", {i, j}, p_float64);
    input y1("y1", {i, j}, p_float64), y2("y2", {i, j}, p_float64);
    input x_1("x_1", {one}, p_float64), x_2("x_2", {one}, p_float64), y_1("y_1", {one}, p_float64),
        y_2("y_2", {one}, p_float64);
    const auto filter = [&](const expr &terms) { return terms + y_1(0) * a(5) + y_2(0) * a(6); };

    computation r_x1({i}, expr(0.0)), r_y1({i}, expr(0.0)), r_y2({i}, expr(0.0));
    computation right({i, j}, filter(img(i, j) * a(1) + x_1(0) * a(2)));
    computation r_x1n({i, j}, img(i, j)), r_y2n({i, j}, y_1(0)), r_y1n({i, j}, y1(i, j));
    computation l_x1({i}, expr(0.0)), l_x2({i}, expr(0.0)), l_y1({i}, expr(0.0)),
        l_y2({i}, expr(0.0));
    computation left({i, j}, filter(x_1(0) * a(3) + x_2(0) * a(4)));
    computation l_x2n({i, j}, x_1(0)), l_x1n({i, j}, img(i, H - 1 - j)), l_y2n({i, j}, y_1(0)),
        l_y1n({i, j}, y2(i, H - 1 - j));
    computation rows({i, j}, y1(i, j) + y2(i, j));
    computation d_x1({j}, expr(0.0)), d_y1({j}, expr(0.0)), d_y2({j}, expr(0.0));
    computation down({j, i}, filter(out(i, j) * a(1) + x_1(0) * a(2)));
    computation d_x1n({j, i}, out(i, j)), d_y2n({j, i}, y_1(0)), d_y1n({j, i}, y1(i, j));
    computation u_x1({j}, expr(0.0)), u_x2({j}, expr(0.0)), u_y1({j}, expr(0.0)),
        u_y2({j}, expr(0.0));
    computation up({j, i}, filter(x_1(0) * a(3) + x_2(0) * a(4)));
    computation u_x2n({j, i}, x_1(0)), u_x1n({j, i}, out(W - 1 - i, j)), u_y2n({j, i}, y_1(0)),
        u_y1n({j, i}, y2(W - 1 - i, j));
    computation columns({i, j}, y1(i, j) + y2(i, j));

    r_x1.then(r_y1, i).then(r_y2, i).then(right, i).then(r_x1n, j).then(r_y2n, j).then(r_y1n, j);
    r_y1n.then(l_x1, computation::root).then(l_x2, i).then(l_y1, i).then(l_y2, i).then(left, i);
    left.then(l_x2n, j).then(l_x1n, j).then(l_y2n, j).then(l_y1n, j).then(rows, computation::root);
    rows.then(d_x1, computation::root).then(d_y1, j).then(d_y2, j).then(down, j).then(d_x1n, i);
    d_x1n.then(d_y2n, i).then(d_y1n, i).then(u_x1, computation::root).then(u_x2, j).then(u_y1, j);
    u_y1.then(u_y2, j).then(up, j).then(u_x2n, i).then(u_x1n, i).then(u_y2n, i).then(u_y1n, i);
    u_y1n.then(columns, computation::root);
    rows.parallelize(i);
    columns.tile(i, j, 16, 32);
    columns.tag_parallel_level(0);

    buffer b_a("b_a", {7}, p_float64, a_input), b_img("b_img", {W, H}, p_float64, a_input),
        b_out("b_out", {W, H}, p_float64, a_output);
    buffer b_y1("b_y1", {W, H}, p_float64, a_temporary),
        b_y2("b_y2", {W, H}, p_float64, a_temporary);
    buffer b_x_1("b_x_1", {1}, p_float64, a_temporary), b_x_2("b_x_2", {1}, p_float64, a_temporary),
        b_y_1("b_y_1", {1}, p_float64, a_temporary), b_y_2("b_y_2", {1}, p_float64, a_temporary);
    a.store_in(&b_a);
    img.store_in(&b_img);
    out.store_in(&b_out);
    y1.store_in(&b_y1);
    y2.store_in(&b_y2);
    for (computation *c : {&r_x1, &r_x1n, &l_x1, &l_x1n, &d_x1, &d_x1n, &u_x1, &u_x1n}) {
        c->store_in(&b_x_1, {0});
    }
    for (computation *c : {&l_x2, &l_x2n, &u_x2, &u_x2n}) {
        c->store_in(&b_x_2, {0});
    }
    for (computation *c : {&r_y1, &r_y1n, &l_y1, &l_y1n, &d_y1, &d_y1n, &u_y1, &u_y1n}) {
        c->store_in(&b_y_1, {0});
    }
    for (computation *c : {&r_y2, &r_y2n, &l_y2, &l_y2n, &d_y2, &d_y2n, &u_y2, &u_y2n}) {
        c->store_in(&b_y_2, {0});
    }
    x_1.store_in(&b_x_1);
    x_2.store_in(&b_x_2);
    y_1.store_in(&b_y_1);
    y_2.store_in(&b_y_2);
    right.store_in(&b_y1, {i, j});
    left.store_in(&b_y2, {i, H - 1 - j});
    down.store_in(&b_y1, {i, j});
    up.store_in(&b_y2, {W - 1 - i, j});
    rows.store_in(&b_out, {i, j});
    columns.store_in(&b_out, {i, j});

    codegen({&b_a, &b_img, &b_out}, "deriche_scalars.o");
}
