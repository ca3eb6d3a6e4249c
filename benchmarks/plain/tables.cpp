#include "plain/declarations.h"
#include "plain/plain.h"

// Plain tables whose elements need their neighbours: the loops of peers/plain_loops.cpp, in their
// order, and no schedule.

namespace tiramisu::bench {

namespace {

scheduled_function lcs(primitive_t type) {
    init("lcs");
    var i("i", 1, table_size + 1), j("j", 1, table_size + 1), any("any", 0, table_size + 1),
        sy("sy", 0, table_size);
    input x("x", {sy}, type), y("y", {sy}, type), m("m", {any, any}, type);
    computation c("c", {i, j},
                  select(x(i - 1) == y(j - 1), m(i - 1, j - 1) + literal(type, 1),
                         max(m(i - 1, j), m(i, j - 1))));
    buffer X = array_of(x, "X", {table_size}, a_input, type);
    buffer Y = array_of(y, "Y", {table_size}, a_input, type);
    buffer M = array_of(m, "M", {table_size + 1, table_size + 1}, a_output, type);
    c.store_in(&M, {i, j});
    return {*global::get_implicit_function(), {X, Y, M}};
}

scheduled_function smith_waterman(primitive_t type) {
    init("smith_waterman");
    var i("i", 1, table_size + 1), j("j", 1, table_size + 1), any("any", 0, table_size + 1),
        sy("sy", 0, table_size);
    input x("x", {sy}, type), y("y", {sy}, type), m("m", {any, any}, type);
    computation c(
        "c", {i, j},
        max(max(m(i - 1, j - 1) + select(x(i - 1) == y(j - 1), literal(type, 3), literal(type, -3)),
                literal(type, 0)),
            max(m(i - 1, j), m(i, j - 1)) - literal(type, 2)));
    buffer X = array_of(x, "X", {table_size}, a_input, type);
    buffer Y = array_of(y, "Y", {table_size}, a_input, type);
    buffer M = array_of(m, "M", {table_size + 1, table_size + 1}, a_output, type);
    c.store_in(&M, {i, j});
    return {*global::get_implicit_function(), {X, Y, M}};
}

scheduled_function prefix(primitive_t type) {
    init("prefix");
    var i("i", 1, stream_size), any("any", 0, stream_size), one("one", 0, 1);
    input x("x", {any}, type), y("y", {any}, type);
    computation f("f", {one}, x(0)), c("c", {i}, y(i - 1) + x(i));
    f.then(c, computation::root);
    buffer X = array_of(x, "X", {stream_size}, a_input, type);
    buffer Y = array_of(y, "Y", {stream_size}, a_output, type);
    f.store_in(&Y, {0});
    c.store_in(&Y, {i});
    return {*global::get_implicit_function(), {X, Y}};
}

scheduled_function prefix_2d(primitive_t type) {
    init("prefix_2d");
    var i("i", 1, grid_size), j("j", 1, grid_size), any("any", 0, grid_size);
    input x("x", {any, any}, type), y("y", {any, any}, type);
    computation c("c", {i, j}, x(i, j) + y(i - 1, j) + y(i, j - 1) - y(i - 1, j - 1));
    buffer X = array_of(x, "X", {grid_size, grid_size}, a_input, type);
    buffer Y = array_of(y, "Y", {grid_size, grid_size}, a_output, type);
    c.store_in(&Y, {i, j});
    return {*global::get_implicit_function(), {X, Y}};
}

} // namespace

std::vector<plain_problem> plain_tables() {
    return {
        {"lcs",
         lcs,
         {{{table_size}, contents::symbols},
          {{table_size}, contents::symbols},
          {{table_size + 1, table_size + 1}, contents::zeros}},
         2.0 * table_size * table_size},
        {"smith_waterman",
         smith_waterman,
         {{{table_size}, contents::symbols},
          {{table_size}, contents::symbols},
          {{table_size + 1, table_size + 1}, contents::zeros}},
         5.0 * table_size * table_size},
        {"prefix",
         prefix,
         {{{stream_size}, contents::values}, {{stream_size}, contents::values}},
         1.0 * stream_size},
        {"prefix_2d",
         prefix_2d,
         {{{grid_size, grid_size}, contents::values}, {{grid_size, grid_size}, contents::zeros}},
         3.0 * grid_size * grid_size},
    };
}

} // namespace tiramisu::bench
