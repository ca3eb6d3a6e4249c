#include "nn/framework/program/packed_program.h"

#include <functional>
#include <numeric>

namespace tiramisu::nn {

std::int64_t packed_program::weights_count() const {
    return std::accumulate(weights_extents.begin(), weights_extents.end(), std::int64_t{1},
                           std::multiplies<>());
}

} // namespace tiramisu::nn
