#include "plain/declarations.h"
#include "plain/plain.h"

// Plain stencils in time: the loops of peers/plain_loops.cpp, in their order, and no schedule.

namespace tiramisu::bench {

namespace {

scheduled_function jacobi_1d(primitive_t type) {
    init("jacobi_1d");
    var q("q", 0, line_steps), i("i", 1, line_size - 1), any("any", 0, line_size);
    input a("a", {any}, type), b("b", {any}, type);
    computation p("p", {q, i}, literal(type, 0.25) * (a(i - 1) + a(i) + a(i + 1)));
    computation r("r", {q, i}, literal(type, 0.25) * (b(i - 1) + b(i) + b(i + 1)));
    p.then(r, q);
    buffer A = array_of(a, "A", {line_size}, a_output, type);
    buffer B = array_of(b, "B", {line_size}, a_output, type);
    p.store_in(&B, {i});
    r.store_in(&A, {i});
    return {*global::get_implicit_function(), {A, B}};
}

scheduled_function jacobi_2d(primitive_t type) {
    init("jacobi_2d");
    var q("q", 0, grid_steps), i("i", 1, grid_size - 1), j("j", 1, grid_size - 1),
        any("any", 0, grid_size);
    input a("a", {any, any}, type), b("b", {any, any}, type);
    computation p("p", {q, i, j},
                  literal(type, 0.2) *
                      (a(i, j) + a(i, j - 1) + a(i, j + 1) + a(i + 1, j) + a(i - 1, j)));
    computation r("r", {q, i, j},
                  literal(type, 0.2) *
                      (b(i, j) + b(i, j - 1) + b(i, j + 1) + b(i + 1, j) + b(i - 1, j)));
    p.then(r, q);
    buffer A = array_of(a, "A", {grid_size, grid_size}, a_output, type);
    buffer B = array_of(b, "B", {grid_size, grid_size}, a_output, type);
    p.store_in(&B, {i, j});
    r.store_in(&A, {i, j});
    return {*global::get_implicit_function(), {A, B}};
}

scheduled_function seidel_2d(primitive_t type) {
    init("seidel_2d");
    var q("q", 0, grid_steps), i("i", 1, grid_size - 1), j("j", 1, grid_size - 1),
        any("any", 0, grid_size);
    input a("a", {any, any}, type);
    computation p("p", {q, i, j},
                  (a(i - 1, j - 1) + a(i - 1, j) + a(i - 1, j + 1) + a(i, j - 1) + a(i, j) +
                   a(i, j + 1) + a(i + 1, j - 1) + a(i + 1, j) + a(i + 1, j + 1)) *
                      literal(type, 1.0 / 9));
    buffer A = array_of(a, "A", {grid_size, grid_size}, a_output, type);
    p.store_in(&A, {i, j});
    return {*global::get_implicit_function(), {A}};
}

scheduled_function heat_3d(primitive_t type) {
    init("heat_3d");
    var q("q", 0, grid_steps), i("i", 1, cube_size - 1), j("j", 1, cube_size - 1),
        k("k", 1, cube_size - 1), any("any", 0, cube_size);
    input a("a", {any, any, any}, type), b("b", {any, any, any}, type);
    auto h = [&](const input &x) {
        return literal(type, 0.125) *
                   (x(i + 1, j, k) - literal(type, 2) * x(i, j, k) + x(i - 1, j, k)) +
               literal(type, 0.125) *
                   (x(i, j + 1, k) - literal(type, 2) * x(i, j, k) + x(i, j - 1, k)) +
               literal(type, 0.125) *
                   (x(i, j, k + 1) - literal(type, 2) * x(i, j, k) + x(i, j, k - 1)) +
               x(i, j, k);
    };
    computation p("p", {q, i, j, k}, h(a)), r("r", {q, i, j, k}, h(b));
    p.then(r, q);
    buffer A = array_of(a, "A", {cube_size, cube_size, cube_size}, a_output, type);
    buffer B = array_of(b, "B", {cube_size, cube_size, cube_size}, a_output, type);
    p.store_in(&B, {i, j, k});
    r.store_in(&A, {i, j, k});
    return {*global::get_implicit_function(), {A, B}};
}

scheduled_function fdtd_2d(primitive_t type) {
    init("fdtd_2d");
    var q("q", 0, grid_steps), i("i", 0, grid_size), j("j", 0, grid_size), i1("i1", 1, grid_size),
        j1("j1", 1, grid_size), im("im", 0, grid_size - 1), jm("jm", 0, grid_size - 1);
    input ex("ex", {i, j}, type), ey("ey", {i, j}, type), hz("hz", {i, j}, type), f("f", {q}, type);
    computation e0("e0", {q, j}, f(q));
    computation e1("e1", {q, i1, j}, ey(i1, j) - literal(type, 0.5) * (hz(i1, j) - hz(i1 - 1, j)));
    computation e2("e2", {q, i, j1}, ex(i, j1) - literal(type, 0.5) * (hz(i, j1) - hz(i, j1 - 1)));
    computation e3("e3", {q, im, jm},
                   hz(im, jm) - literal(type, 0.7) *
                                    (ex(im, jm + 1) - ex(im, jm) + ey(im + 1, jm) - ey(im, jm)));
    e0.then(e1, q).then(e2, q).then(e3, q);
    buffer X = array_of(ex, "X", {grid_size, grid_size}, a_output, type);
    buffer Y = array_of(ey, "Y", {grid_size, grid_size}, a_output, type);
    buffer H = array_of(hz, "H", {grid_size, grid_size}, a_output, type);
    buffer F = array_of(f, "F", {grid_steps}, a_input, type);
    e0.store_in(&Y, {0, j});
    e1.store_in(&Y, {i1, j});
    e2.store_in(&X, {i, j1});
    e3.store_in(&H, {im, jm});
    return {*global::get_implicit_function(), {X, Y, H, F}};
}

scheduled_function blur(primitive_t type) {
    init("blur");
    var i("i", 0, grid_size), j("j", 1, grid_size - 1), i1("i1", 1, grid_size - 1),
        any("any", 0, grid_size);
    input in("in", {any, any}, type);
    computation mid("mid", {i, j},
                    (in(i, j - 1) + in(i, j) + in(i, j + 1)) * literal(type, 1.0 / 3));
    computation out("out", {i1, j},
                    (mid(i1 - 1, j) + mid(i1, j) + mid(i1 + 1, j)) * literal(type, 1.0 / 3));
    mid.then(out, computation::root);
    buffer I = array_of(in, "I", {grid_size, grid_size}, a_input, type);
    buffer M = array("M", {grid_size, grid_size}, a_output, type);
    buffer O = array("O", {grid_size, grid_size}, a_output, type);
    mid.store_in(&M, {i, j});
    out.store_in(&O, {i1, j});
    return {*global::get_implicit_function(), {I, M, O}};
}

} // namespace

std::vector<plain_problem> plain_stencils() {
    return {
        {"jacobi_1d",
         jacobi_1d,
         {{{line_size}, contents::values}, {{line_size}, contents::values}},
         6.0 * line_size * line_steps},
        {"jacobi_2d",
         jacobi_2d,
         {{{grid_size, grid_size}, contents::values}, {{grid_size, grid_size}, contents::values}},
         10.0 * grid_size * grid_size * grid_steps},
        {"seidel_2d",
         seidel_2d,
         {{{grid_size, grid_size}, contents::values}},
         9.0 * grid_size * grid_size * grid_steps},
        {"heat_3d",
         heat_3d,
         {{{cube_size, cube_size, cube_size}, contents::values},
          {{cube_size, cube_size, cube_size}, contents::values}},
         30.0 * cube_size * cube_size * cube_size * grid_steps},
        {"fdtd_2d",
         fdtd_2d,
         {{{grid_size, grid_size}, contents::values},
          {{grid_size, grid_size}, contents::values},
          {{grid_size, grid_size}, contents::values},
          {{grid_steps}, contents::values}},
         11.0 * grid_size * grid_size * grid_steps},
        {"blur",
         blur,
         {{{grid_size, grid_size}, contents::values},
          {{grid_size, grid_size}, contents::values},
          {{grid_size, grid_size}, contents::values}},
         6.0 * grid_size * grid_size},
    };
}

} // namespace tiramisu::bench
