#include "nn/sparse_recurrent/pattern.h"

#include <functional>

#include "nn/sparse/compressed_rows.h"
#include "tiramisu/constant.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

namespace {

/// Rows of a pseudo-layer in the given matrices.
int given_rows(const recurrent_problem &p) {
    return 2 * p.gates() * p.hc + p.proj;
}

/// The row of the given matrices that a packed row is. `matrix` is 0 of the input, 1 of the hidden
/// state.
expr given_row(const recurrent_problem &p, const expr &pseudo_layer, const expr &matrix,
               const expr &unit, const expr &gate) {
    const cell_sums sums = cell_sums::of(p.cell);
    const int gates = p.gates();
    const expr which = sums.slots == gates
                           ? gate
                           : (gate + matrix * sums.of_hidden.first + sums.first_gate) % gates;
    return pseudo_layer * given_rows(p) + (matrix * gates + which) * p.hc + unit;
}

/// Channels that such a matrix is multiplied with.
expr columns_of(const recurrent_problem &p, const expr &pseudo_layer, const expr &matrix) {
    const expr of_input = select(pseudo_layer < p.directions(), expr(p.ic), expr(p.dlc()));
    return select(matrix == 0, of_input, expr(p.dic()));
}

expr columns_of_given_row(const recurrent_problem &p, const expr &given) {
    const int rows = given_rows(p), of_matrix = p.gates() * p.hc;
    const expr row = given % rows;
    return select(row < 2 * of_matrix, columns_of(p, given / rows, row / of_matrix), expr(p.hc));
}

/// Lanes of the rows that such a matrix meets.
expr lanes_met(const sparse_recurrent_cut &cut, const expr &matrix) {
    return select(matrix == 0, cut.block.count(), cut.sequences.count());
}

/// What the packer is given.
struct given_matrices : compressed_rows {
    buffer values_memory;
    input values;

    explicit given_matrices(const recurrent_problem &p)
        : compressed_rows(p.pseudo_layers() * given_rows(p),
                          [&](const expr &f) { return columns_of_given_row(p, f); }),
          values_memory("values", {nonzeros}, p_float32, a_input),
          values("values", {"element"}, {expr(nonzeros)}, p_float32) {
        values.store_in(&values_memory);
    }
};

/// Packs the rows, in the implicit function.
class row_packer {
public:
    /// Rows by units, or by channels.
    struct kind {
        std::string name;
        unit_blocks blocks;
        std::function<std::vector<var>(const var &)> index;
        std::function<expr(const expr &)> given, packed;
        expr lanes; ///< of the rows that elements meet
    };

    row_packer(const recurrent_problem &p, const sparse_recurrent_cut &cut)
        : chains_(cut.chains), count_(packed_rows(p, cut.units).count(p)), given_(p),
          packed_("packed_elements", p_int32),
          starts_memory_("starts", {count_ + 1}, p_int32, a_output),
          offsets_memory_("offsets", {packed_}, p_int32, a_output),
          values_memory_("packed_values", {packed_}, p_float32, a_output),
          starts_("starts", {"row"}, {count_ + 1}, p_int32) {
        starts_.store_in(&starts_memory_);
        const var first("first", 0, 1);
        computation begin("begin", {first}, expr(0));
        begin.store_in(&starts_memory_, {first});
        const int fillings = (chains_ - 1) * (count_ + 1);
        global::get_implicit_function()->require({}, packed_,
                                                 cast(p_int64, given_.nonzeros) + fillings, {},
                                                 "groups of elements may have to be filled up");
    }

    /// In the order of the packed rows. What fills up the last block has no elements.
    void set_ends(const kind &rows) {
        const var padded("unit", 0, rows.blocks.padded_units());
        const expr given = rows.given(min(expr(padded), rows.blocks.units - 1));
        const expr length = given_.row_starts(given + 1) - given_.row_starts(given);
        const expr groups =
            select(expr(padded) < rows.blocks.units, (length + (chains_ - 1)) / chains_, 0);
        const expr packed = rows.packed(padded);
        computation ends("ends_" + rows.name, rows.index(padded), starts_(packed) + groups);
        ends.store_in(&starts_memory_, {packed + 1});
    }

    void clear_elements() {
        const var e("e", 0, packed_);
        computation no_offset("no_offset", {e}, expr(0));
        no_offset.store_in(&offsets_memory_, {e});
        computation no_value("no_value", {e}, expr(0.0f));
        no_value.store_in(&values_memory_, {e});
    }

    void copy_elements(const kind &rows) {
        const var unit("unit", 0, rows.blocks.units);
        const expr given = rows.given(unit);
        const var k = given_.elements(given);
        const expr place = starts_(rows.packed(unit)) * chains_ + (k - given_.row_starts(given));
        std::vector<var> index = rows.index(unit);
        index.push_back(k);
        computation offset("offsets_" + rows.name, index, (given_.columns(k) + 1) * rows.lanes);
        offset.store_in(&offsets_memory_, {place});
        computation value("values_" + rows.name, index, given_.values(k));
        value.store_in(&values_memory_, {place});
    }

    std::vector<buffer> arguments() const {
        return {given_.row_starts_memory, given_.columns_memory, given_.values_memory,
                starts_memory_,           offsets_memory_,       values_memory_};
    }

private:
    int chains_, count_;
    given_matrices given_;
    constant packed_;
    buffer starts_memory_, offsets_memory_, values_memory_;
    view starts_;
};

} // namespace

int starts_count(const recurrent_problem &problem, const unit_blocks &units) {
    return packed_rows(problem, units).count(problem) + 1;
}

recurrent_pattern::recurrent_pattern(const sparse_recurrent_task &task,
                                     const sparse_recurrent_cut &cut)
    : recurrent_pattern(cut, starts_count(task.problem, cut.units),
                        constant("packed_elements", p_int32)) {
    require_packed(task.problem, cut);
}

recurrent_pattern::recurrent_pattern(const sparse_recurrent_cut &cut, int starts_count,
                                     const expr &packed_elements)
    : values("values", {"element"}, {packed_elements}, p_float32),
      offsets("offsets", {"element"}, {packed_elements}, p_int32),
      starts("starts", {"row"}, {starts_count}, p_int32), count_(packed_elements),
      chains_(cut.chains), values_memory_("values", {packed_elements}, p_float32, a_input),
      offsets_memory_("offsets", {packed_elements}, p_int32, a_input),
      starts_memory_("starts", {starts_count}, p_int32, a_input) {
    values.store_in(&values_memory_);
    offsets.store_in(&offsets_memory_);
    starts.store_in(&starts_memory_);
}

void recurrent_pattern::require_packed(const recurrent_problem &p,
                                       const sparse_recurrent_cut &cut) const {
    function &owner = *global::get_implicit_function();
    const packed_rows rows(p, cut.units);
    const int count = rows.count(p);
    const var row("row", 0, count), pseudo_layer("pseudo_layer", 0, p.pseudo_layers()),
        matrix("matrix", 0, 2), of_matrix("row", 0, rows.of_matrix),
        of_output("row", rows.outputs_at, count);
    owner.require({}, count_, 0, {}, "it counts elements");
    owner.require({}, starts(0), 0, 0, "the first row begins at the first group");
    owner.require({row}, starts(row + 1), starts(row), count_ / chains_,
                  "a row ends where it begins or later, and not after the last group");
    const std::string rule = "no column has another offset";
    const var e = elements((pseudo_layer * 2 + matrix) * rows.of_matrix + of_matrix);
    owner.require({pseudo_layer, matrix, of_matrix, e}, offsets(e), 0,
                  columns_of(p, pseudo_layer, matrix) * lanes_met(cut, matrix), rule);
    const var projected = elements(of_output);
    owner.require({of_output, projected}, offsets(projected), 0, p.hc * cut.sequences.count(),
                  rule);
}

program recurrent_pattern_packer(const sparse_recurrent_task &task, const sparse_recurrent_cut &cut,
                                 const std::string &name) {
    function_scope scope(name);
    const recurrent_problem &p = task.problem;
    const packed_rows rows(p, cut.units);
    const var pseudo_layer("pseudo_layer", 0, p.pseudo_layers()), matrix("matrix", 0, 2),
        gate("gate", 0, p.gates());
    row_packer packer(p, cut);
    const row_packer::kind of_gates = {
        "of_gates",
        cut.units,
        [=](const var &unit) {
            return std::vector<var>{pseudo_layer, matrix, unit, gate};
        },
        [=](const expr &unit) { return given_row(p, pseudo_layer, matrix, unit, gate); },
        [=](const expr &unit) { return rows.at(pseudo_layer * 2 + matrix, unit, gate); },
        lanes_met(cut, matrix)};
    const row_packer::kind of_outputs = {
        "of_outputs",
        blocks_of_state(p, cut.units),
        [=](const var &channel) {
            return std::vector<var>{pseudo_layer, channel};
        },
        [=](const expr &channel) {
            return pseudo_layer * given_rows(p) + 2 * p.gates() * p.hc + channel;
        },
        [=](const expr &channel) { return rows.of_output(pseudo_layer, channel); },
        cut.sequences.count()};
    packer.set_ends(of_gates);
    if (p.proj > 0) {
        packer.set_ends(of_outputs);
    }
    packer.clear_elements();
    packer.copy_elements(of_gates);
    if (p.proj > 0) {
        packer.copy_elements(of_outputs);
    }
    return {scope.get(), packer.arguments()};
}

} // namespace tiramisu::nn
