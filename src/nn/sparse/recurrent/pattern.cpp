#include "nn/sparse/recurrent/pattern.h"

#include "tiramisu/constant.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

int packed_rows_count(const recurrent_problem &problem, const sparse_recurrent_tiling &blocking) {
    return packed_rows(problem, blocking).count;
}

int fillings_count(const recurrent_problem &problem, const sparse_recurrent_tiling &blocking) {
    const packed_rows rows(problem, blocking);
    return (blocking.chains - 1) * (rows.count - rows.of_state.first);
}

recurrent_pattern::recurrent_pattern(const sparse_recurrent_task &task,
                                     const sparse_recurrent_tiling &blocking)
    : recurrent_pattern(blocking, packed_rows_count(task.problem, blocking),
                        constant("packed_elements", p_int32)) {
    require_packed(task.problem, blocking);
}

recurrent_pattern::recurrent_pattern(const sparse_recurrent_tiling &blocking, int rows,
                                     const expr &packed_elements)
    : values("values", {"element"}, {packed_elements}, p_float32),
      offsets("offsets", {"element"}, {packed_elements}, p_int32),
      starts("starts", {"row"}, {rows + 1}, p_int32), places("places", {"row"}, {rows}, p_int32),
      count_(packed_elements), chains_(blocking.chains),
      values_memory_("values", {packed_elements}, p_float32, a_input),
      offsets_memory_("offsets", {packed_elements}, p_int32, a_input),
      starts_memory_("starts", {rows + 1}, p_int32, a_input),
      places_memory_("places", {rows}, p_int32, a_input) {
    values.store_in(&values_memory_);
    offsets.store_in(&offsets_memory_);
    starts.store_in(&starts_memory_);
    places.store_in(&places_memory_);
}

void recurrent_pattern::require_packed(const recurrent_problem &p,
                                       const sparse_recurrent_tiling &blocking) const {
    function &owner = *global::get_implicit_function();
    const packed_rows rows(p, blocking);
    const var row("row", 0, rows.count), pseudo_layer("pseudo_layer", 0, p.pseudo_layers());
    owner.require({}, count_, 0, {}, "it counts elements");
    owner.require({}, starts(0), 0, 0, "the first row begins at the first element");
    owner.require({row}, starts(row + 1), starts(row), count_,
                  "a row ends where it begins or later, and not after the last element");
    const auto require_rows = [&](const packed_matrices &kind, const expr &largest) {
        const var of_kind("row", 0, kind.of_pseudo_layer());
        const expr packed_row = pseudo_layer * kind.of_pseudo_layer() + of_kind + kind.first;
        const var e = elements(packed_row);
        owner.require({pseudo_layer, of_kind, e}, offsets(e), 0, largest,
                      "no column has another offset");
        owner.require({pseudo_layer, of_kind}, places(packed_row), 0, kind.of_block() - 1,
                      "a block of units has so many sums");
    };
    const int sequences = blocking.sequences.count();
    require_rows(rows.of_input, columns_of_input(p, pseudo_layer) * blocking.block.count());
    require_rows(rows.of_state, pseudo_layer * state_places(p, blocking) + p.dic() * sequences);
    if (p.proj > 0) {
        require_rows(rows.of_output, expr(p.hc * sequences));
    }
}

} // namespace tiramisu::nn
