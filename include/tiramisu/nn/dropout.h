#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tiramisu/error.h"

namespace tiramisu::nn {

/// Philox-4x32-10 (Salmon et al., Parallel random numbers: as easy as 1, 2, 3, 2011): four random
/// numbers that follow from the counter and the key alone.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

/// Which values are dropped, as factors: 0 with probability `rate`, else 1 / (1 - rate), so that
/// sums stay what they are in the mean.
struct dropout {
    float rate = 0.5f;
    std::uint64_t seed = 0;

    /// Factors of the values `first`, ..., `first` + `count` - 1 in this step of the training. A
    /// factor follows from seed, step and the number of its value, so that threads may make parts
    /// of a mask in any order. Forward and backward multiply by it (eltwise, with=mul). Throws
    /// user_error if the rate is not from 0 to 1, or the mask is missing.
    void mask(std::uint64_t step, std::size_t first, std::size_t count, float *factors,
              source_place where = source_place::current()) const;
};

} // namespace tiramisu::nn
