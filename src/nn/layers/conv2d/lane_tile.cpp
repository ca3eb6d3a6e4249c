#include "nn/layers/conv2d/lane_tile.h"

namespace tiramisu::nn {

std::vector<var> lane_tile::loops(const var &positions, const var &filters) const {
    return filters_are_lanes ? std::vector<var>{positions, filters}
                             : std::vector<var>{filters, positions};
}

void lane_tile::keep_in_registers(computation part, const var &positions,
                                  const var &filters) const {
    const std::vector<var> all = loops(positions, filters);
    const var vector("vector"), lane("lane");
    part.vectorize(all.back(), lanes, vector, lane, tail::masked);
    part.tag_unroll_level(vector).tag_unroll_level(all.front());
}

} // namespace tiramisu::nn
