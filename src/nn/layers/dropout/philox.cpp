#include "tiramisu/nn/dropout.h"

namespace tiramisu::nn {

namespace {

struct product {
    std::uint32_t high, low;

    product(std::uint32_t one, std::uint32_t other) {
        const std::uint64_t full = std::uint64_t{one} * other;
        high = static_cast<std::uint32_t>(full >> 32U);
        low = static_cast<std::uint32_t>(full);
    }
};

} // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
    // Multipliers and steps of the key: section 4.2 of the paper, and the golden ratio and the
    // square root of 3, less 1.
    constexpr std::uint32_t multipliers[] = {0xD2511F53U, 0xCD9E8D57U};
    constexpr std::uint32_t key_steps[] = {0x9E3779B9U, 0xBB67AE85U};
    constexpr int rounds = 10;
    for (int round = 0; round < rounds; round++) {
        const product first(multipliers[0], counter[0]), second(multipliers[1], counter[2]);
        counter = {second.high ^ counter[1] ^ key[0], second.low, first.high ^ counter[3] ^ key[1],
                   first.low};
        key[0] += key_steps[0];
        key[1] += key_steps[1];
    }
    return counter;
}

} // namespace tiramisu::nn
