#include "nn/sparse/compressed_rows/compressed_rows.h"

#include "tiramisu/function.h"

namespace tiramisu::nn {

compressed_rows::compressed_rows(int rows, const std::function<expr(const expr &f)> &columns_of)
    : nonzeros("nonzeros", p_int32), row_starts_memory("row_starts", {rows + 1}, p_int32, a_input),
      columns_memory("column_indices", {nonzeros}, p_int32, a_input),
      row_starts("row_starts", {"row"}, {rows + 1}, p_int32),
      columns("column_indices", {"element"}, {expr(nonzeros)}, p_int32) {
    row_starts.store_in(&row_starts_memory);
    columns.store_in(&columns_memory);

    function &owner = *global::get_implicit_function();
    const var f("f", 0, rows), k = elements(f);
    const var next("k", row_starts(f) + 1, row_starts(f + 1));
    owner.require({}, nonzeros, 0, {}, "it counts elements");
    owner.require({}, row_starts(0), 0, 0, "the first row begins at the first element");
    owner.require({f}, row_starts(f + 1), row_starts(f), nonzeros,
                  "a row ends where it begins or later, and not after the last element");
    owner.require({}, row_starts(rows), nonzeros, nonzeros,
                  "the last row ends after the last element");
    owner.require({f, k}, columns(k), 0, columns_of(f) - 1, "the matrix has so many columns");
    owner.require({f, next}, columns(next), columns(next - 1) + 1, {}, "columns of a row ascend");
}

} // namespace tiramisu::nn
