#include "nn/sparse/recurrent/packer.h"

#include <functional>

#include "nn/sparse/compressed_rows/compressed_rows.h"
#include "nn/sparse/recurrent/pattern.h"
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
expr given_row(const recurrent_problem &p, const expr &pseudo_layer, int matrix, const expr &unit,
               const expr &gate) {
    const cell_sums sums = cell_sums::of(p.cell);
    const int gates = p.gates();
    const expr which = sums.slots == gates
                           ? gate
                           : (gate + matrix * sums.of_hidden.first + sums.first_gate) % gates;
    return pseudo_layer * given_rows(p) + (which + matrix * gates) * p.hc + unit;
}

expr columns_of_given_row(const recurrent_problem &p, const expr &given) {
    const int rows = given_rows(p), of_matrix = p.gates() * p.hc;
    const expr row = given % rows;
    return select(row < of_matrix, columns_of_input(p, given / rows),
                  select(row < 2 * of_matrix, expr(p.dic()), expr(p.hc)));
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

/// One kind of matrix, and how its rows are packed.
struct matrix_kind {
    std::string name;
    packed_matrices rows;
    int group;        ///< of so many elements rows are filled up to whole ones
    int lanes;        ///< of the rows that elements meet
    expr first_place; ///< of these rows
    std::function<expr(const expr &unit, const expr &gate)> given;
};

std::vector<matrix_kind> kinds_of(const recurrent_problem &p,
                                  const sparse_recurrent_tiling &blocking,
                                  const var &pseudo_layer) {
    const packed_rows rows(p, blocking);
    const int sequences = blocking.sequences.count();
    const auto of_gates = [&](int matrix) {
        return [p, pseudo_layer, matrix](const expr &unit, const expr &gate) {
            return given_row(p, pseudo_layer, matrix, unit, gate);
        };
    };
    const auto of_outputs = [p, pseudo_layer](const expr &channel, const expr &) {
        return pseudo_layer * given_rows(p) + 2 * p.gates() * p.hc + channel;
    };
    std::vector<matrix_kind> kinds = {
        {"input", rows.of_input, 1, blocking.block.count(), 0, of_gates(0)},
        {"state", rows.of_state, blocking.chains, sequences,
         pseudo_layer * state_places(p, blocking), of_gates(1)}};
    if (p.proj > 0) {
        kinds.push_back({"output", rows.of_output, blocking.chains, sequences, 0, of_outputs});
    }
    return kinds;
}

/// Packs the rows, in the implicit function.
class row_packer {
public:
    row_packer(const recurrent_problem &p, const sparse_recurrent_tiling &blocking)
        : pseudo_layer_("pseudo_layer", 0, p.pseudo_layers()),
          count_(packed_rows(p, blocking).count), given_(p), packed_("packed_elements", p_int32),
          starts_memory_("starts", {count_ + 1}, p_int32, a_output),
          places_memory_("places", {count_}, p_int32, a_output),
          offsets_memory_("offsets", {packed_}, p_int32, a_output),
          values_memory_("packed_values", {packed_}, p_float32, a_output),
          starts_("starts", {"row"}, {count_ + 1}, p_int32),
          places_("places", {"row"}, {count_}, p_int32) {
        starts_.store_in(&starts_memory_);
        places_.store_in(&places_memory_);
        const var first("first", 0, 1);
        computation begin("begin", {first}, expr(0));
        begin.store_in(&starts_memory_, {first});
        global::get_implicit_function()->require(
            {}, packed_, cast(p_int64, given_.nonzeros) + fillings_count(p, blocking), {},
            "groups of elements may have to be filled up");
        for (const matrix_kind &kind : kinds_of(p, blocking, pseudo_layer_)) {
            const view edges = edges_of(kind), lengths = lengths_of(kind, edges);
            kinds_.push_back({kind, edges, ranks_of(kind, lengths)});
            set_places(kinds_.back());
            set_ends(kind, lengths);
        }
    }

    void copy_elements() {
        const var e("e", 0, packed_);
        computation no_offset("no_offset", {e}, expr(0));
        no_offset.store_in(&offsets_memory_, {e});
        computation no_value("no_value", {e}, expr(0.0f));
        no_value.store_in(&values_memory_, {e});
        for (const ordered_kind &one : kinds_) {
            copy_elements(one);
        }
    }

    std::vector<buffer> arguments() const {
        return {
            given_.row_starts_memory, given_.columns_memory, given_.values_memory, starts_memory_,
            places_memory_,           offsets_memory_,       values_memory_};
    }

private:
    struct ordered_kind {
        matrix_kind kind;
        view edges; ///< of blocks of columns: the first element of a row from there on
        view ranks; ///< of places in a block: which row it is in the order of their lengths
    };

    var pseudo_layer_;
    int count_;
    given_matrices given_;
    constant packed_;
    buffer starts_memory_, places_memory_, offsets_memory_, values_memory_;
    view starts_, places_;
    std::vector<ordered_kind> kinds_;

    /// A row's elements ascend by columns, so a block begins after all elements before its first
    /// column.
    view edges_of(const matrix_kind &kind) {
        const auto &[first, units, columns, gates] = kind.rows;
        const std::vector<expr> sizes = {pseudo_layer_.get_upper(), units.units, gates,
                                         columns.count() + 1};
        const var unit("unit", 0, units.units), gate("gate", 0, gates),
            edge("edge", 0, columns.count() + 1);
        const expr row = kind.given(unit, gate);
        const var k = given_.elements(row);
        buffer memory("edges_of_" + kind.name, sizes, p_int32, a_temporary);
        computation edges("edges_of_" + kind.name, {pseudo_layer_, unit, gate, edge},
                          given_.row_starts(row));
        edges(pseudo_layer_, unit, gate, edge) +=
            select(given_.columns(k) < edge * columns.width, expr(1), expr(0));
        edges.store_in(&memory);
        view seen("edges_of_" + kind.name + "_view", {"pseudo_layer", "unit", "gate", "edge"},
                  sizes, p_int32);
        seen.store_in(&memory);
        return seen;
    }

    /// Of the places of a block, with what fills up groups. What fills up the last block of units
    /// has no elements.
    view lengths_of(const matrix_kind &kind, view edges) {
        const unit_blocks &units = kind.rows.units;
        const block_iterators at(kind.rows);
        const expr padded = at.block * units.size + expr(at.place) % units.size,
                   unit = min(padded, units.units - 1), gate = expr(at.place) / units.size;
        const expr elements = edges(pseudo_layer_, unit, gate, at.columns + 1) -
                              edges(pseudo_layer_, unit, gate, at.columns);
        const expr filled = (elements + (kind.group - 1)) / kind.group * kind.group;
        computation lengths("lengths_of_" + kind.name, index(at),
                            select(padded < units.units, filled, 0));
        return stored(lengths, kind);
    }

    /// So many rows of the block are shorter, or as long and before it.
    view ranks_of(const matrix_kind &kind, view lengths) {
        const block_iterators at(kind.rows);
        const var other("other", 0, kind.rows.of_block());
        const expr own = lengths(pseudo_layer_, at.block, at.columns, at.place),
                   others = lengths(pseudo_layer_, at.block, at.columns, other);
        computation ranks("ranks_of_" + kind.name, index(at), expr(0));
        ranks(pseudo_layer_, at.block, at.columns, at.place) +=
            select(others < own || (others == own && other < at.place), expr(1), expr(0));
        return stored(ranks, kind);
    }

    void set_places(const ordered_kind &of) {
        const block_iterators at(of.kind.rows);
        view ranks = of.ranks;
        computation places("places_of_" + of.kind.name, index(at), at.place);
        places.store_in(&places_memory_,
                        {of.kind.rows.row(pseudo_layer_, at.block, at.columns,
                                          ranks(pseudo_layer_, at.block, at.columns, at.place))});
    }

    /// In the order of the packed rows.
    void set_ends(const matrix_kind &kind, view lengths) {
        const block_iterators at(kind.rows);
        const expr row = kind.rows.row(pseudo_layer_, at.block, at.columns, at.place);
        computation ends("ends_of_" + kind.name, index(at),
                         starts_(row) + lengths(pseudo_layer_, at.block, at.columns, places_(row)));
        ends.store_in(&starts_memory_, {row + 1});
    }

    struct block_iterators {
        var block, columns, place;

        explicit block_iterators(const packed_matrices &rows)
            : block("block", 0, rows.units.count()), columns("columns", 0, rows.columns.count()),
              place("place", 0, rows.of_block()) {}
    };
    std::vector<var> index(const block_iterators &at) const {
        return {pseudo_layer_, at.block, at.columns, at.place};
    }

    /// Of the places of all blocks, in a temporary.
    view stored(computation &values, const matrix_kind &kind) {
        const std::vector<expr> sizes = {pseudo_layer_.get_upper(), kind.rows.units.count(),
                                         kind.rows.columns.count(), kind.rows.of_block()};
        buffer memory(values.get_name(), sizes, p_int32, a_temporary);
        values.store_in(&memory);
        view seen(values.get_name() + "_view", {"pseudo_layer", "block", "columns", "place"}, sizes,
                  p_int32);
        seen.store_in(&memory);
        return seen;
    }

    void copy_elements(const ordered_kind &of) {
        const matrix_kind &kind = of.kind;
        const unit_blocks &units = kind.rows.units;
        const var unit("unit", 0, units.units), gate("gate", 0, kind.rows.gates),
            column_block("columns", 0, kind.rows.columns.count());
        view edges = of.edges, ranks = of.ranks;
        const expr begin = edges(pseudo_layer_, unit, gate, column_block),
                   end = edges(pseudo_layer_, unit, gate, column_block + 1);
        const var k("k", begin, end);
        const expr block = expr(unit) / units.size,
                   place = kind.rows.place(expr(unit) % units.size, gate);
        const expr row = kind.rows.row(pseudo_layer_, block, column_block,
                                       ranks(pseudo_layer_, block, column_block, place));
        const expr element = starts_(row) + (k - begin);
        const std::vector<var> index = {pseudo_layer_, unit, gate, column_block, k};
        computation offset("offsets_of_" + kind.name, index,
                           kind.first_place + (given_.columns(k) + 1) * kind.lanes);
        offset.store_in(&offsets_memory_, {element});
        computation value("values_of_" + kind.name, index, given_.values(k));
        value.store_in(&values_memory_, {element});
    }
};

} // namespace

program recurrent_pattern_packer(const sparse_recurrent_task &task,
                                 const sparse_recurrent_tiling &blocking, const std::string &name) {
    function_scope scope(name);
    row_packer packer(task.problem, blocking);
    packer.copy_elements();
    return {scope.get(), packer.arguments()};
}

} // namespace tiramisu::nn
