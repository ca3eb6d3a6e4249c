#include "plain/declarations.h"
#include "plain/plain.h"

// Plain factors of matrices, equations and shortest paths: the loops of peers/plain_loops.cpp, in
// their order, and no schedule.

namespace tiramisu::bench {

namespace {

scheduled_function lu(primitive_t type) {
    init("lu");
    var i("i", 0, factor_size), j("j", 0, expr(i)), k("k", 0, expr(j)),
        jj("jj", expr(i), factor_size), kk("kk", 0, expr(i)), any("any", 0, factor_size);
    input a("a", {any, any}, type);
    computation ls("ls", {i, j, k}, a(i, j) - a(i, k) * a(k, j));
    computation l("l", {i, j}, a(i, j) / a(j, j));
    computation u("u", {i, jj, kk}, a(i, jj) - a(i, kk) * a(kk, jj));
    ls.then(l, j).then(u, i);
    buffer A = array_of(a, "A", {factor_size, factor_size}, a_output, type);
    ls.store_in(&A, {i, j});
    l.store_in(&A, {i, j});
    u.store_in(&A, {i, jj});
    return {*global::get_implicit_function(), {A}};
}

scheduled_function lu_kij(primitive_t type) {
    init("lu_kij");
    var k("k", 0, factor_size), i("i", expr(k) + 1, factor_size), j("j", expr(k) + 1, factor_size),
        any("any", 0, factor_size);
    input a("a", {any, any}, type);
    computation l("l", {k, i}, a(i, k) / a(k, k));
    computation u("u", {k, i, j}, a(i, j) - a(i, k) * a(k, j));
    l.then(u, k);
    buffer A = array_of(a, "A", {factor_size, factor_size}, a_output, type);
    l.store_in(&A, {i, k});
    u.store_in(&A, {i, j});
    return {*global::get_implicit_function(), {A}};
}

scheduled_function cholesky(primitive_t type) {
    init("cholesky");
    var i("i", 0, factor_size), j("j", 0, expr(i)), k("k", 0, expr(j)), kk("kk", 0, expr(i)),
        any("any", 0, factor_size);
    input a("a", {any, any}, type);
    computation sub("sub", {i, j, k}, a(i, j) - a(i, k) * a(j, k));
    computation div("div", {i, j}, a(i, j) / a(j, j));
    computation diag("diag", {i, kk}, a(i, i) - a(i, kk) * a(i, kk));
    computation root("root", {i}, expr(o_sqrt, a(i, i)));
    sub.then(div, j).then(diag, i).then(root, i);
    buffer A = array_of(a, "A", {factor_size, factor_size}, a_output, type);
    sub.store_in(&A, {i, j});
    div.store_in(&A, {i, j});
    diag.store_in(&A, {i, i});
    root.store_in(&A, {i, i});
    return {*global::get_implicit_function(), {A}};
}

scheduled_function trisolv(primitive_t type) {
    init("trisolv");
    var i("i", 0, vector_size), j("j", 0, expr(i)), any("any", 0, vector_size);
    input l("l", {any, any}, type), b("b", {any}, type), x("x", {any}, type);
    computation start("start", {i}, b(i));
    computation sub("sub", {i, j}, x(i) - l(i, j) * x(j));
    computation div("div", {i}, x(i) / l(i, i));
    start.then(sub, i).then(div, i);
    buffer L = array_of(l, "L", {vector_size, vector_size}, a_input, type);
    buffer B = array_of(b, "B", {vector_size}, a_input, type);
    buffer X = array_of(x, "X", {vector_size}, a_output, type);
    start.store_in(&X, {i});
    sub.store_in(&X, {i});
    div.store_in(&X, {i});
    return {*global::get_implicit_function(), {L, B, X}};
}

scheduled_function floyd_warshall(primitive_t type) {
    init("floyd_warshall");
    var k("k", 0, node_count), i("i", 0, node_count), j("j", 0, node_count);
    input p("p", {i, j}, type);
    computation c("c", {k, i, j}, select(p(i, j) < p(i, k) + p(k, j), p(i, j), p(i, k) + p(k, j)));
    buffer P = array_of(p, "P", {node_count, node_count}, a_output, type);
    c.store_in(&P, {i, j});
    return {*global::get_implicit_function(), {P}};
}

} // namespace

std::vector<plain_problem> plain_factorizations() {
    return {
        {"lu",
         lu,
         {{{factor_size, factor_size}, contents::dominant_diagonal}},
         2.0 / 3 * factor_size * factor_size * factor_size},
        {"lu_kij",
         lu_kij,
         {{{factor_size, factor_size}, contents::dominant_diagonal}},
         2.0 / 3 * factor_size * factor_size * factor_size},
        {"cholesky",
         cholesky,
         {{{factor_size, factor_size}, contents::positive_definite}},
         1.0 / 3 * factor_size * factor_size * factor_size},
        {"trisolv",
         trisolv,
         {{{vector_size, vector_size}, contents::dominant_diagonal},
          {{vector_size}, contents::values},
          {{vector_size}, contents::values}},
         1.0 * vector_size * vector_size},
        {"floyd_warshall",
         floyd_warshall,
         {{{node_count, node_count}, contents::values}},
         2.0 * node_count * node_count * node_count},
    };
}

} // namespace tiramisu::bench
