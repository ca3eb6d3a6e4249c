#include "tiramisu/nn/dropout.h"

#include <algorithm>
#include <cmath>

#include "nn/framework/problem/numbers.h"

namespace tiramisu::nn {

namespace {

std::uint32_t low(std::uint64_t number) {
    return static_cast<std::uint32_t>(number);
}

std::uint32_t high(std::uint64_t number) {
    return static_cast<std::uint32_t>(number >> 32U);
}

} // namespace

void dropout::mask(std::uint64_t step, std::size_t first, std::size_t count, float *factors,
                   source_place where) const {
    if (!(rate >= 0 && rate <= 1)) {
        throw user_error("dropout", "mask", "rate is " + shortest(rate) + ", must be from 0 to 1",
                         where);
    }
    if (factors == nullptr && count > 0) {
        throw user_error("dropout", "mask", "factors is null", where);
    }
    constexpr std::size_t numbers = 4; // that one counter gives
    // Of 2^32 numbers, so many drop a value: none at rate 0, all at rate 1.
    const auto dropped = static_cast<std::uint64_t>(std::ldexp(static_cast<double>(rate), 32));
    const float kept = rate < 1 ? 1 / (1 - rate) : 0;
    for (std::size_t i = first; i < first + count;) {
        const std::uint64_t block = i / numbers;
        const auto random =
            philox({low(block), high(block), low(step), high(step)}, {low(seed), high(seed)});
        const std::size_t end = std::min<std::size_t>(first + count, (block + 1) * numbers);
        for (; i < end; i++) {
            factors[i - first] = random[i % numbers] < dropped ? 0.0f : kept;
        }
    }
}

} // namespace tiramisu::nn
