#include "nn/sparse/recurrent/frame.h"

#include "nn/layers/recurrent/directions.h"

namespace tiramisu::nn {

sparse_recurrence_frame::sparse_recurrence_frame(const sparse_recurrent_task &task,
                                                 const sparse_recurrent_tiling &tiling)
    : p(task.problem), blocking(tiling), memory(task, blocking), pattern(task, blocking),
      at(p, blocking), read(memory, at, blocking) {}

expr sparse_recurrence_frame::step_of(const expr &direction) const {
    return step_in_sequence(p, direction, step(), at.steps);
}

expr sparse_recurrence_frame::row_place(const expr &row, const expr &lane) const {
    return (row + 1) * blocking.block.count() + (at.t * sequences() + lane);
}

expr sparse_recurrence_frame::state_place(const expr &unit, const expr &lane) const {
    return (unit + 1) * sequences() + lane;
}

expr sparse_recurrence_frame::state_place(const expr &pseudo_layer, const expr &unit,
                                          const expr &lane) const {
    return pseudo_layer * memory.places + state_place(unit, lane);
}

expr sparse_recurrence_frame::block_place(const expr &block) const {
    return state_place(pseudo_layer(), block * blocking.units.size, at.place);
}

expr sparse_recurrence_frame::unless_ended(const expr &value, const expr &kept) const {
    return p.lengths ? select(step_of(at.d) < (*read.lengths_of_places)(at.place), value, kept)
                     : value;
}

} // namespace tiramisu::nn
