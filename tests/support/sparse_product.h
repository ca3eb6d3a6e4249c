#pragma once

#include "support/functions.h"

namespace tiramisu::testing {

/// y = M x for a matrix M in compressed rows: row f has the elements from start(f) to
/// start(f + 1).
struct sparse_product : in_function {
    explicit sparse_product(const std::string &name = "sparse_product")
        : in_function(name), rows("rows", p_int32), elements("elements", p_int32), f("f", 0, rows),
          start("start", {"row"}, {rows + 1}, p_int32),
          column("column", {"element"}, {expr(elements)}, p_int32),
          value("value", {"element"}, {expr(elements)}, p_int32),
          x("x", {"at"}, {expr(rows)}, p_int32), k("k", start(f), start(f + 1)),
          y("y", {f}, expr(0)), start_memory("start_memory", {rows + 1}, p_int32, a_input),
          column_memory("column_memory", {elements}, p_int32, a_input),
          value_memory("value_memory", {elements}, p_int32, a_input),
          x_memory("x_memory", {rows}, p_int32, a_input),
          y_memory("y_memory", {rows}, p_int32, a_output) {
        y(f) += value(k) * x(column(k));
        start.store_in(&start_memory);
        column.store_in(&column_memory);
        value.store_in(&value_memory);
        x.store_in(&x_memory);
        y.store_in(&y_memory);
    }

    const constant rows, elements;
    const var f;
    input start, column, value, x;
    const var k;
    computation y; ///< schedule commands go to its update
    buffer start_memory, column_memory, value_memory, x_memory, y_memory;

    std::vector<buffer *> arguments() {
        return {&start_memory, &column_memory, &value_memory, &x_memory, &y_memory};
    }
};

} // namespace tiramisu::testing
