#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "nn/framework/program/program.h"
#include "tiramisu/nn/element_type.h"

namespace tiramisu::nn {

/// What a solver makes of a layer with weights.
struct packed_program {
    program run;
    std::optional<program> pack_weights; ///< of weights as the layer defines them, weights as `run`
                                         ///< wants them; none where it wants them as they are
    std::vector<int> weights_extents;    ///< as `run` wants them
    element_type weights_type = element_type::f32; ///< the same

    std::int64_t weights_count() const; ///< in elements, as `run` wants them
};

} // namespace tiramisu::nn
