#include "nn/sparse/recurrent/views.h"

#include <string>
#include <vector>

#include "nn/layers/recurrent/lengths.h"

namespace tiramisu::nn {

namespace {

view seen(const std::string &name, buffer &memory, primitive_t type = p_float32) {
    std::vector<var> index;
    for (const expr &size : memory.get_dim_sizes()) {
        index.emplace_back("i" + std::to_string(index.size()), 0, size);
    }
    view made(name + "_view", index, type);
    made.store_in(&memory);
    return made;
}

std::optional<view> seen(const std::string &name, std::optional<buffer> &memory) {
    return memory ? std::optional(seen(name, *memory)) : std::nullopt;
}

input given(const std::string &name, const std::vector<var> &index, buffer &memory,
            primitive_t type) {
    input made(name, index, type);
    made.store_in(&memory);
    return made;
}

/// The length of each place of a block of units.
buffer spread_lengths(const input &length, const sparse_recurrent_iterators &at,
                      const sparse_recurrent_tiling &blocking) {
    buffer memory("lengths_of_places", {blocking.unit_lanes()}, p_int32, a_temporary);
    computation zeros("lengths_zeros", {at.place}, expr(0));
    zeros.store_in(&memory, {at.place});
    computation spread("lengths_copy", {at.u, at.n}, length(at.n));
    spread.store_in(&memory, {at.u * blocking.sequences.count() + at.n});
    return memory;
}

} // namespace

sparse_recurrent_views::sparse_recurrent_views(sparse_recurrent_memory &memory,
                                               const sparse_recurrent_iterators &at,
                                               const sparse_recurrent_tiling &blocking)
    : rows(seen("rows", memory.rows)), sums(seen("sums", memory.sums)),
      totals(seen("totals", memory.totals)), states(seen("states", memory.states)),
      next(seen("next", memory.next)), between(seen("between", memory.between)),
      cells(seen("cells", memory.cells)), outputs(seen("outputs", memory.outputs)),
      projected(seen("projected", memory.projected)) {
    if (memory.bias) {
        bias = given("bias", {at.pseudo_layer, at.gate, at.unit}, *memory.bias, p_float32);
    }
    if (memory.lengths) {
        length = given("length", {at.n}, *memory.lengths, p_int32);
        require_lengths(memory.p, *length);
        buffer of_places = spread_lengths(*length, at, blocking);
        lengths_of_places = seen("lengths_of_places", of_places, p_int32);
    }
}

} // namespace tiramisu::nn
