#include "nn/sparse/compressed_rows/pattern.h"

#include "nn/sparse/compressed_rows/compressed_rows.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

namespace {

/// That what the function is given is an array of these numbers.
void require_numbers(const std::vector<std::int32_t> &numbers, std::size_t count,
                     const std::function<expr(int i)> &given, const std::string &rule) {
    function &owner = *global::get_implicit_function();
    for (std::size_t i = 0; i < count; i++) {
        owner.require({}, given(static_cast<int>(i)), numbers[i], numbers[i], rule);
    }
}

constexpr const char *rule_of_count = "the layer's pattern has so many non-zeros";
constexpr const char *rule_of_rows = "the layer's pattern has a row begin there";
constexpr const char *rule_of_columns = "the layer's pattern has a non-zero there";

} // namespace

expr pattern_packing::values_of(const expr &elements) const {
    return block == 1 ? elements : elements * block;
}

pattern::pattern(const pattern_packing &packed) : pattern(packed, constant("nonzeros", p_int32)) {}

pattern::pattern(const pattern_packing &packed, const constant &elements)
    : count(elements), values("values", {"element"}, {packed.values_of(elements)}, p_float32),
      offsets("offsets", {"element"}, {expr(elements)}, p_int32),
      starts("starts", {"block", "row"}, {packed.blocks + 1, packed.rows}, p_int32),
      values_memory_("values", {packed.values_of(elements)}, p_float32, a_input),
      offsets_memory_("offsets", {elements}, p_int32, a_input),
      starts_memory_("starts", {packed.blocks + 1, packed.rows}, p_int32, a_input) {
    values.store_in(&values_memory_);
    offsets.store_in(&offsets_memory_);
    starts.store_in(&starts_memory_);
    require_packed(packed, elements);
}

void pattern::require_packed(const pattern_packing &packed, const expr &elements) const {
    function &owner = *global::get_implicit_function();
    const int rows = packed.rows, blocks = packed.blocks;
    const var f("f", 0, rows), after_first("f", 1, rows), b("b", 0, blocks), k("k", 0, elements);
    const expr end_before = starts(blocks, after_first - 1);
    owner.require({}, elements, 0, {}, "it counts elements");
    owner.require({}, starts(0, 0), 0, 0, "the first row begins at the first element");
    owner.require({f}, starts(0, f), 0, elements, "rows begin among the elements");
    owner.require({f, b}, starts(b + 1, f), starts(b, f), elements,
                  "a block ends where it begins or later, and not after the last element");
    owner.require({after_first}, starts(0, after_first), end_before, end_before,
                  "a row begins where the one before it ends");
    owner.require({}, starts(blocks, rows - 1), elements, elements,
                  "the last row ends after the last element");
    owner.require({k}, offsets(k), 0, packed.last_offset, "no column has another offset");
}

void pattern::require_only(const sparse::csr_matrix &only,
                           const std::function<int(int column)> &offset_of_column) const {
    function &owner = *global::get_implicit_function();
    owner.require({}, count, only.nonzeros(), only.nonzeros(), rule_of_count);
    require_numbers(
        only.row_starts(), static_cast<std::size_t>(only.rows()),
        [&](int f) { return expr(starts(0, f)); }, rule_of_rows);
    std::vector<std::int32_t> of_columns;
    for (const std::int32_t column : only.column_indices()) {
        of_columns.push_back(offset_of_column(column));
    }
    require_numbers(
        of_columns, of_columns.size(), [&](int k) { return expr(offsets(k)); }, rule_of_columns);
}

var pattern::nonzeros(const expr &block, const expr &f) const {
    return var("k", starts(block, f), starts(block + 1, f));
}

program pattern_packer(const pattern_packing &packing, const std::string &name) {
    function_scope scope(name);
    const compressed_rows given(packing.rows, [&](const expr &) { return expr(packing.columns); });
    if (packing.only != nullptr) {
        const int nonzeros = packing.only->nonzeros();
        scope.get().require({}, given.nonzeros, nonzeros, nonzeros, rule_of_count);
        require_numbers(
            packing.only->row_starts(), static_cast<std::size_t>(packing.rows),
            [&](int f) { return expr(given.row_starts(f)); }, rule_of_rows);
        require_numbers(
            packing.only->column_indices(), static_cast<std::size_t>(nonzeros),
            [&](int k) { return expr(given.columns(k)); }, rule_of_columns);
    }
    const var e("e", 0, given.nonzeros), f("f", 0, packing.rows), b("b", 0, packing.blocks + 1);
    buffer offsets_memory("offsets", {given.nonzeros}, p_int32, a_output);
    buffer starts_memory("starts", {packing.blocks + 1, packing.rows}, p_int32, a_output);

    computation offsets("offsets", {e}, packing.offset_of(given.columns(e)));
    offsets.store_in(&offsets_memory);
    // A row's elements ascend by columns, so a block begins after all elements before its first
    // column.
    const var k = given.elements(f);
    computation starts("starts", {b, f}, given.row_starts(f));
    starts(b, f) += select(given.columns(k) < b * packing.columns_a_block, expr(1), expr(0));
    starts.store_in(&starts_memory);
    return {scope.get(),
            {given.row_starts_memory, given.columns_memory, offsets_memory, starts_memory}};
}

} // namespace tiramisu::nn
