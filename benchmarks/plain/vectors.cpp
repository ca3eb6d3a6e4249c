#include "plain/declarations.h"
#include "plain/plain.h"

// Plain matrices with vectors, and vectors alone: the loops of peers/plain_loops.cpp, in their
// order, and no schedule.

namespace tiramisu::bench {

namespace {

scheduled_function mvt(primitive_t type) {
    init("mvt");
    var i("i", 0, vector_size), j("j", 0, vector_size);
    input a("a", {i, j}, type), y1("y1", {i}, type), y2("y2", {i}, type), x1("x1", {i}, type),
        x2("x2", {i}, type);
    computation p("p", {i, j}, x1(i) + a(i, j) * y1(j));
    computation q("q", {i, j}, x2(i) + a(j, i) * y2(j));
    p.then(q, computation::root);
    buffer A = array_of(a, "A", {vector_size, vector_size}, a_input, type);
    buffer Y1 = array_of(y1, "Y1", {vector_size}, a_input, type);
    buffer Y2 = array_of(y2, "Y2", {vector_size}, a_input, type);
    buffer X1 = array_of(x1, "X1", {vector_size}, a_output, type);
    buffer X2 = array_of(x2, "X2", {vector_size}, a_output, type);
    p.store_in(&X1, {i});
    q.store_in(&X2, {i});
    return {*global::get_implicit_function(), {A, Y1, Y2, X1, X2}};
}

scheduled_function atax(primitive_t type) {
    init("atax");
    var i("i", 0, vector_size), j("j", 0, vector_size);
    input a("a", {i, j}, type), x("x", {j}, type), y("y", {j}, type), tm("tm", {i}, type);
    computation y0("y0", {j}, literal(type, 0)), t0("t0", {i}, literal(type, 0));
    computation p("p", {i, j}, tm(i) + a(i, j) * x(j));
    computation q("q", {i, j}, y(j) + a(i, j) * tm(i));
    y0.then(t0, computation::root).then(p, i).then(q, i);
    buffer A = array_of(a, "A", {vector_size, vector_size}, a_input, type);
    buffer X = array_of(x, "X", {vector_size}, a_input, type);
    buffer Y = array_of(y, "Y", {vector_size}, a_output, type);
    buffer M = array_of(tm, "M", {vector_size}, a_output, type);
    y0.store_in(&Y, {j});
    t0.store_in(&M, {i});
    p.store_in(&M, {i});
    q.store_in(&Y, {j});
    return {*global::get_implicit_function(), {A, X, Y, M}};
}

scheduled_function gemver(primitive_t type) {
    init("gemver");
    var i("i", 0, vector_size), j("j", 0, vector_size);
    input a("a", {i, j}, type), u("u", {i}, type), ww("ww", {i}, type), y("y", {i}, type),
        x("x", {i}, type);
    computation p("p", {i, j}, a(i, j) + u(i) * ww(j));
    computation q("q", {i, j}, x(i) + literal(type, 1.2) * a(j, i) * y(j));
    p.then(q, computation::root);
    buffer A = array_of(a, "A", {vector_size, vector_size}, a_output, type);
    buffer U = array_of(u, "U", {vector_size}, a_input, type);
    buffer W = array_of(ww, "W", {vector_size}, a_input, type);
    buffer Y = array_of(y, "Y", {vector_size}, a_input, type);
    buffer X = array_of(x, "X", {vector_size}, a_output, type);
    p.store_in(&A, {i, j});
    q.store_in(&X, {i});
    return {*global::get_implicit_function(), {A, U, W, Y, X}};
}

scheduled_function histogram(primitive_t type) {
    init("histogram");
    var b("b", 0, bins), i("i", 0, stream_size);
    input idx("idx", {i}, p_int32), x("x", {i}, type), h("h", {b}, type);
    computation z("z", {b}, literal(type, 0)), c("c", {i}, h(idx(i)) + x(i));
    z.then(c, computation::root);
    buffer I = array("I", {stream_size}, a_input, p_int32);
    buffer X = array_of(x, "X", {stream_size}, a_input, type);
    buffer H = array_of(h, "H", {bins}, a_output, type);
    idx.store_in(&I);
    z.store_in(&H, {b});
    c.store_in(&H, {idx(i)});
    return {*global::get_implicit_function(), {I, X, H}};
}

scheduled_function gather(primitive_t type) {
    init("gather");
    var i("i", 0, stream_size);
    input idx("idx", {i}, p_int32), x("x", {i}, type);
    computation c("c", {i}, x(i) * x(idx(i)));
    buffer I = array("I", {stream_size}, a_input, p_int32);
    buffer X = array_of(x, "X", {stream_size}, a_input, type);
    buffer Y = array("Y", {stream_size}, a_output, type);
    idx.store_in(&I);
    c.store_in(&Y, {i});
    return {*global::get_implicit_function(), {I, X, Y}};
}

scheduled_function axpy(primitive_t type) {
    init("axpy");
    var i("i", 0, stream_size);
    input x("x", {i}, type), y("y", {i}, type);
    computation c("c", {i}, literal(type, 1.5) * x(i) + y(i));
    buffer X = array_of(x, "X", {stream_size}, a_input, type);
    buffer Y = array_of(y, "Y", {stream_size}, a_output, type);
    c.store_in(&Y, {i});
    return {*global::get_implicit_function(), {X, Y}};
}

scheduled_function dot(primitive_t type) {
    init("dot");
    var i("i", 0, stream_size), o("o", 0, 1);
    input x("x", {i}, type), y("y", {i}, type);
    computation c("c", {o}, literal(type, 0));
    c(o) += x(i) * y(i);
    buffer X = array_of(x, "X", {stream_size}, a_input, type);
    buffer Y = array_of(y, "Y", {stream_size}, a_input, type);
    buffer S = array_of(c, "S", {1}, a_output, type);
    return {*global::get_implicit_function(), {X, Y, S}};
}

scheduled_function relu(primitive_t type) {
    init("relu");
    var i("i", 0, stream_size);
    input x("x", {i}, type);
    computation c("c", {i}, select(x(i) > literal(type, 0), x(i), x(i) * literal(type, 0.1)));
    buffer X = array_of(x, "X", {stream_size}, a_input, type);
    buffer Y = array_of(c, "Y", {stream_size}, a_output, type);
    return {*global::get_implicit_function(), {X, Y}};
}

scheduled_function transpose(primitive_t type) {
    init("transpose");
    var i("i", 0, grid_size), j("j", 0, grid_size);
    input a("a", {i, j}, type);
    computation c("c", {i, j}, a(j, i));
    buffer A = array_of(a, "A", {grid_size, grid_size}, a_input, type);
    buffer B = array_of(c, "B", {grid_size, grid_size}, a_output, type);
    return {*global::get_implicit_function(), {A, B}};
}

} // namespace

std::vector<plain_problem> plain_vectors() {
    return {
        {"mvt",
         mvt,
         {{{vector_size, vector_size}, contents::values},
          {{vector_size}, contents::values},
          {{vector_size}, contents::values},
          {{vector_size}, contents::values},
          {{vector_size}, contents::values}},
         4.0 * vector_size * vector_size},
        {"atax",
         atax,
         {{{vector_size, vector_size}, contents::values},
          {{vector_size}, contents::values},
          {{vector_size}, contents::values},
          {{vector_size}, contents::values}},
         4.0 * vector_size * vector_size},
        {"gemver",
         gemver,
         {{{vector_size, vector_size}, contents::values},
          {{vector_size}, contents::values},
          {{vector_size}, contents::values},
          {{vector_size}, contents::values},
          {{vector_size}, contents::values}},
         5.0 * vector_size * vector_size},
        {"histogram",
         histogram,
         {{{stream_size}, contents::indices},
          {{stream_size}, contents::values},
          {{bins}, contents::values}},
         1.0 * stream_size},
        {"gather",
         gather,
         {{{stream_size}, contents::indices},
          {{stream_size}, contents::values},
          {{stream_size}, contents::values}},
         1.0 * stream_size},
        {"axpy",
         axpy,
         {{{stream_size}, contents::values}, {{stream_size}, contents::values}},
         2.0 * stream_size},
        {"dot",
         dot,
         {{{stream_size}, contents::values},
          {{stream_size}, contents::values},
          {{1}, contents::values}},
         2.0 * stream_size},
        {"relu",
         relu,
         {{{stream_size}, contents::values}, {{stream_size}, contents::values}},
         1.0 * stream_size},
        {"transpose",
         transpose,
         {{{grid_size, grid_size}, contents::values}, {{grid_size, grid_size}, contents::values}},
         1.0 * grid_size * grid_size},
    };
}

} // namespace tiramisu::bench
