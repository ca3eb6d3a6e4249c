#include "nn/sparse/pattern.h"

#include "tiramisu/function.h"

namespace tiramisu::nn {

pattern::pattern(int rows, int blocks) : pattern(rows, blocks, constant("nonzeros", p_int32)) {}

pattern::pattern(int rows, int blocks, const constant &elements)
    : values("values", {"element"}, {expr(elements)}, p_float32),
      offsets("offsets", {"element"}, {expr(elements)}, p_int32),
      starts("starts", {"block", "row"}, {blocks + 1, rows}, p_int32),
      values_memory_("values", {elements}, p_float32, a_input),
      offsets_memory_("offsets", {elements}, p_int32, a_input),
      starts_memory_("starts", {blocks + 1, rows}, p_int32, a_input) {
    values.store_in(&values_memory_);
    offsets.store_in(&offsets_memory_);
    starts.store_in(&starts_memory_);
}

var pattern::nonzeros(const expr &block, const expr &f) const {
    return var("k", starts(block, f), starts(block + 1, f));
}

program pattern_packer(const pattern_packing &how, const std::string &name) {
    function_scope scope(name);
    const constant elements("nonzeros", p_int32);
    const var e("e", 0, elements), f("f", 0, how.rows), b("b", 0, how.blocks + 1);
    input row_starts("row_starts", {"row"}, {how.rows + 1}, p_int32);
    input columns("column_indices", {"element"}, {expr(elements)}, p_int32);
    buffer row_starts_memory("row_starts", {how.rows + 1}, p_int32, a_input);
    buffer columns_memory("column_indices", {elements}, p_int32, a_input);
    buffer offsets_memory("offsets", {elements}, p_int32, a_output);
    buffer starts_memory("starts", {how.blocks + 1, how.rows}, p_int32, a_output);
    row_starts.store_in(&row_starts_memory);
    columns.store_in(&columns_memory);

    computation offsets("offsets", {e}, how.offset_of(columns(e)));
    offsets.store_in(&offsets_memory);
    // A row's elements ascend by columns, so a block begins after all elements before its first
    // column.
    const var k("k", row_starts(f), row_starts(f + 1));
    computation starts("starts", {b, f}, row_starts(f));
    starts(b, f) += select(columns(k) < b * how.columns_a_block, expr(1), expr(0));
    starts.store_in(&starts_memory);
    return {scope.get(), {row_starts_memory, columns_memory, offsets_memory, starts_memory}};
}

} // namespace tiramisu::nn
