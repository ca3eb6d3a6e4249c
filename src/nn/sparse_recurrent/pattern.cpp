#include "nn/sparse_recurrent/pattern.h"

#include "tiramisu/constant.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

namespace {

/// The row of the given matrices that a packed row is.
expr given_row(const recurrent_problem &p, const expr &matrix, const expr &unit, const expr &gate) {
    const cell_sums sums = cell_sums::of(p.cell);
    const int gates = p.gates();
    const expr which = sums.slots == gates
                           ? gate
                           : (gate + matrix % 2 * sums.of_hidden.first + sums.first_gate) % gates;
    return (matrix * gates + which) * p.hc + unit;
}

/// Row starts and column indices, as the packer is given them.
struct given_matrices {
    constant elements;
    buffer row_starts_memory, columns_memory, values_memory;
    input row_starts, columns, values;

    explicit given_matrices(const recurrent_problem &p)
        : elements("nonzeros", p_int32),
          row_starts_memory("row_starts", {rows(p) + 1}, p_int32, a_input),
          columns_memory("column_indices", {elements}, p_int32, a_input),
          values_memory("values", {elements}, p_float32, a_input),
          row_starts("row_starts", {"row"}, {rows(p) + 1}, p_int32),
          columns("column_indices", {"element"}, {expr(elements)}, p_int32),
          values("values", {"element"}, {expr(elements)}, p_float32) {
        row_starts.store_in(&row_starts_memory);
        columns.store_in(&columns_memory);
        values.store_in(&values_memory);
    }

    static int rows(const recurrent_problem &p) { return 2 * p.pseudo_layers() * p.gates() * p.hc; }
};

} // namespace

int starts_count(const recurrent_problem &problem, const unit_blocks &units) {
    return packed_rows(problem, units).count(problem) + 1;
}

recurrent_pattern::recurrent_pattern(const sparse_recurrent_task &task,
                                     const sparse_recurrent_cut &cut)
    : recurrent_pattern(cut, starts_count(task.problem, cut.units),
                        constant("packed_elements", p_int32)) {}

recurrent_pattern::recurrent_pattern(const sparse_recurrent_cut &cut, int starts_count,
                                     const expr &elements)
    : values("values", {"element"}, {elements}, p_float32),
      offsets("offsets", {"element"}, {elements}, p_int32),
      starts("starts", {"row"}, {starts_count}, p_int32), chains_(cut.chains),
      values_memory_("values", {elements}, p_float32, a_input),
      offsets_memory_("offsets", {elements}, p_int32, a_input),
      starts_memory_("starts", {starts_count}, p_int32, a_input) {
    values.store_in(&values_memory_);
    offsets.store_in(&offsets_memory_);
    starts.store_in(&starts_memory_);
}

program recurrent_pattern_packer(const sparse_recurrent_task &task, const sparse_recurrent_cut &cut,
                                 const std::string &name) {
    function_scope scope(name);
    const recurrent_problem &p = task.problem;
    const packed_rows rows(p, cut.units);
    const int count = rows.count(p);
    const given_matrices given(p);
    const constant packed("packed_elements", p_int32);
    buffer starts_memory("starts", {count + 1}, p_int32, a_output);
    buffer offsets_memory("offsets", {packed}, p_int32, a_output);
    buffer values_memory("packed_values", {packed}, p_float32, a_output);
    const var matrix("matrix", 0, 2 * p.pseudo_layers()),
        padded("unit", 0, cut.units.padded_units()), unit("unit", 0, p.hc),
        gate("gate", 0, p.gates()), first("first", 0, 1);

    computation begin("begin", {first}, expr(0));
    begin.store_in(&starts_memory, {first});
    view starts("starts", {"row"}, {count + 1}, p_int32);
    starts.store_in(&starts_memory);
    // Units that fill up the last block have no elements.
    const expr of_padded = given_row(p, matrix, min(expr(padded), p.hc - 1), gate);
    const expr length = given.row_starts(of_padded + 1) - given.row_starts(of_padded);
    const expr groups = select(expr(padded) < p.hc, (length + (cut.chains - 1)) / cut.chains, 0);
    const expr packed_row = rows.at(matrix, padded, gate);
    computation ends("ends", {matrix, padded, gate}, starts(packed_row) + groups);
    ends.store_in(&starts_memory, {packed_row + 1});

    const var e("e", 0, packed);
    computation no_offset("no_offset", {e}, expr(0));
    no_offset.store_in(&offsets_memory, {e});
    computation no_value("no_value", {e}, expr(0.0f));
    no_value.store_in(&values_memory, {e});
    const expr row = given_row(p, matrix, unit, gate);
    const var k("k", given.row_starts(row), given.row_starts(row + 1));
    const expr place =
        starts(rows.at(matrix, unit, gate)) * cut.chains + (k - given.row_starts(row));
    const expr lanes = select(matrix % 2 == 0, cut.block.count(), cut.sequences.count());
    computation offset("offset", {matrix, unit, gate, k}, (given.columns(k) + 1) * lanes);
    offset.store_in(&offsets_memory, {place});
    computation value("value", {matrix, unit, gate, k}, given.values(k));
    value.store_in(&values_memory, {place});
    return {scope.get(),
            {given.row_starts_memory, given.columns_memory, given.values_memory, starts_memory,
             offsets_memory, values_memory}};
}

} // namespace tiramisu::nn
