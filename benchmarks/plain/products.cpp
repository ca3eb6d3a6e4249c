#include "plain/declarations.h"
#include "plain/plain.h"

// Plain products of matrices and convolutions: the loops of peers/plain_loops.cpp, in their order,
// and no schedule.

namespace tiramisu::bench {

namespace {

scheduled_function gemm(primitive_t type) {
    init("gemm");
    var i("i", 0, product_size), j("j", 0, product_size), k("k", 0, product_size);
    input a("a", {i, k}, type), b("b", {k, j}, type);
    computation zero("zero", {i, j}, literal(type, 0));
    computation c("c", {i, k, j}, zero(i, j) + a(i, k) * b(k, j));
    zero.then(c, i);
    buffer A = array_of(a, "A", {product_size, product_size}, a_input, type);
    buffer B = array_of(b, "B", {product_size, product_size}, a_input, type);
    buffer C = array_of(zero, "C", {product_size, product_size}, a_output, type);
    c.store_in(&C, {i, j});
    return {*global::get_implicit_function(), {A, B, C}};
}

scheduled_function gemm_dot(primitive_t type) {
    init("gemm_dot");
    var i("i", 0, product_size), j("j", 0, product_size), k("k", 0, product_size);
    input a("a", {i, k}, type), b("b", {k, j}, type);
    computation c("c", {i, j}, literal(type, 0));
    c(i, j) += a(i, k) * b(k, j);
    buffer A = array_of(a, "A", {product_size, product_size}, a_input, type);
    buffer B = array_of(b, "B", {product_size, product_size}, a_input, type);
    buffer C = array_of(c, "C", {product_size, product_size}, a_output, type);
    return {*global::get_implicit_function(), {A, B, C}};
}

scheduled_function gemm_nt(primitive_t type) {
    init("gemm_nt");
    var i("i", 0, product_size), j("j", 0, product_size), k("k", 0, product_size);
    input a("a", {i, k}, type), b("b", {j, k}, type);
    computation zero("zero", {i, j}, literal(type, 0));
    computation c("c", {i, j, k}, zero(i, j) + a(i, k) * b(j, k));
    zero.then(c, j);
    buffer A = array_of(a, "A", {product_size, product_size}, a_input, type);
    buffer B = array_of(b, "B", {product_size, product_size}, a_input, type);
    buffer C = array_of(zero, "C", {product_size, product_size}, a_output, type);
    c.store_in(&C, {i, j});
    return {*global::get_implicit_function(), {A, B, C}};
}

scheduled_function syrk(primitive_t type) {
    init("syrk");
    var i("i", 0, product_size), k("k", 0, product_size), j("j", 0, expr(i) + 1);
    input a("a", {i, k}, type);
    var jj("jj", 0, product_size);
    input old("old", {i, jj}, type);
    computation half("half", {i, j}, old(i, j) * literal(type, 0.5));
    computation c("c", {i, k, j}, old(i, j) + literal(type, 1.5) * a(i, k) * a(j, k));
    half.then(c, i);
    buffer A = array_of(a, "A", {product_size, product_size}, a_input, type);
    buffer C = array_of(old, "C", {product_size, product_size}, a_output, type);
    half.store_in(&C);
    c.store_in(&C, {i, j});
    return {*global::get_implicit_function(), {A, C}};
}

scheduled_function trmm(primitive_t type) {
    init("trmm");
    var i("i", 0, product_size), j("j", 0, product_size), k("k", expr(i) + 1, product_size),
        kk("kk", 0, product_size);
    input a("a", {kk, kk}, type), b("b", {kk, j}, type);
    computation sum("sum", {i, j, k}, b(i, j) + a(k, i) * b(k, j));
    computation scaled("scaled", {i, j}, literal(type, 1.5) * b(i, j));
    sum.then(scaled, j);
    buffer A = array_of(a, "A", {product_size, product_size}, a_input, type);
    buffer B = array_of(b, "B", {product_size, product_size}, a_output, type);
    sum.store_in(&B, {i, j});
    scaled.store_in(&B, {i, j});
    return {*global::get_implicit_function(), {A, B}};
}

scheduled_function doitgen(primitive_t type) {
    init("doitgen");
    var q("q", 0, cube_size), i("i", 0, cube_size), p("p", 0, cube_size), k("k", 0, cube_size);
    input a("a", {q, i, k}, type), c("c", {k, p}, type);
    computation r("r", {q, i, p}, literal(type, 0));
    r(q, i, p) += a(q, i, k) * c(k, p);
    buffer A = array_of(a, "A", {cube_size, cube_size, cube_size}, a_input, type);
    buffer C = array_of(c, "C", {cube_size, cube_size}, a_input, type);
    buffer O = array_of(r, "O", {cube_size, cube_size, cube_size}, a_output, type);
    return {*global::get_implicit_function(), {A, C, O}};
}

scheduled_function covariance(primitive_t type) {
    init("covariance");
    var i("i", 0, product_size), j("j", 0, product_size), k("k", 0, product_size),
        j2("j2", expr(i), product_size);
    input d("d", {i, j}, type), m("m", {i}, type), cv("cv", {i, j}, type);
    computation m0("m0", {j}, literal(type, 0)), m1("m1", {j, i}, m(j) + d(i, j)),
        m2("m2", {j}, m(j) * literal(type, 1.0 / product_size));
    computation ce("ce", {i, j}, d(i, j) - m(j));
    computation z("z", {i, j2}, literal(type, 0)),
        c("c", {i, j2, k}, cv(i, j2) + d(k, i) * d(k, j2)),
        n("n", {i, j2}, cv(i, j2) * literal(type, 1.0 / (product_size - 1))),
        sy("sy", {i, j2}, cv(i, j2));
    m0.then(m1, j)
        .then(m2, j)
        .then(ce, computation::root)
        .then(z, computation::root)
        .then(c, j2)
        .then(n, j2)
        .then(sy, j2);
    buffer D = array_of(d, "D", {product_size, product_size}, a_output, type);
    buffer C = array_of(cv, "C", {product_size, product_size}, a_output, type);
    buffer M = array_of(m, "M", {product_size}, a_output, type);
    m0.store_in(&M, {j});
    m1.store_in(&M, {j});
    m2.store_in(&M, {j});
    ce.store_in(&D, {i, j});
    z.store_in(&C, {i, j2});
    c.store_in(&C, {i, j2});
    n.store_in(&C, {i, j2});
    sy.store_in(&C, {j2, i});
    return {*global::get_implicit_function(), {D, C, M}};
}

scheduled_function convolution(primitive_t type) {
    init("convolution");
    var o("o", 0, channels), y("y", 0, image_size), x("x", 0, image_size), c("c", 0, channels),
        ky("ky", 0, 3), kx("kx", 0, 3), any("any", 0, image_size + 2);
    input in("in", {c, any, any}, type), f("f", {o, c, ky, kx}, type);
    computation out("out", {o, y, x}, literal(type, 0));
    out(o, y, x) += f(o, c, ky, kx) * in(c, y + ky, x + kx);
    buffer I = array_of(in, "I", {channels, image_size + 2, image_size + 2}, a_input, type);
    buffer F = array_of(f, "F", {channels, channels, 3, 3}, a_input, type);
    buffer O = array_of(out, "O", {channels, image_size, image_size}, a_output, type);
    return {*global::get_implicit_function(), {I, F, O}};
}

} // namespace

std::vector<plain_problem> plain_products() {
    return {
        {"gemm",
         gemm,
         {{{product_size, product_size}, contents::values},
          {{product_size, product_size}, contents::values},
          {{product_size, product_size}, contents::values}},
         2.0 * product_size * product_size * product_size},
        {"gemm_dot",
         gemm_dot,
         {{{product_size, product_size}, contents::values},
          {{product_size, product_size}, contents::values},
          {{product_size, product_size}, contents::values}},
         2.0 * product_size * product_size * product_size},
        {"gemm_nt",
         gemm_nt,
         {{{product_size, product_size}, contents::values},
          {{product_size, product_size}, contents::values},
          {{product_size, product_size}, contents::values}},
         2.0 * product_size * product_size * product_size},
        {"syrk",
         syrk,
         {{{product_size, product_size}, contents::values},
          {{product_size, product_size}, contents::values}},
         1.0 * product_size * product_size * product_size},
        {"trmm",
         trmm,
         {{{product_size, product_size}, contents::values},
          {{product_size, product_size}, contents::values}},
         1.0 * product_size * product_size * product_size},
        {"doitgen",
         doitgen,
         {{{cube_size, cube_size, cube_size}, contents::values},
          {{cube_size, cube_size}, contents::values},
          {{cube_size, cube_size, cube_size}, contents::values}},
         2.0 * cube_size * cube_size * cube_size * cube_size},
        {"covariance",
         covariance,
         {{{product_size, product_size}, contents::values},
          {{product_size, product_size}, contents::values},
          {{product_size}, contents::values}},
         1.0 * product_size * product_size * product_size},
        {"convolution",
         convolution,
         {{{channels, image_size + 2, image_size + 2}, contents::values},
          {{channels, channels, 3, 3}, contents::values},
          {{channels, image_size, image_size}, contents::values}},
         18.0 * channels * channels * image_size * image_size},
    };
}

} // namespace tiramisu::bench
