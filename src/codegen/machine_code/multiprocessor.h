#pragma once

#include <string>
#include <vector>

namespace tiramisu::lower {

/// What a multiprocessor of one compute capability has for the blocks that it runs at once.
struct multiprocessor {
    int capability; ///< 80 is 8.0
    long blocks;    ///< at most
    long warps;     ///< at most
    long shared_bytes;
    long reserved_shared_bytes; ///< that each block takes besides its own
    long shared_unit;           ///< bytes of which blocks take whole ones

    std::string name() const { return "sm_" + std::to_string(capability); }
};

// The same for all of them.

constexpr long threads_of_warp = 32;
constexpr long registers_of_multiprocessor = 64 * 1024;
constexpr long registers_of_block = registers_of_multiprocessor; ///< at most
constexpr long register_unit = 256; ///< registers of which warps take whole ones
constexpr long parts_of_multiprocessor =
    4; ///< each has a quarter of the registers and of the warps

/// All that are known, by capability.
const std::vector<multiprocessor> &multiprocessors();

} // namespace tiramisu::lower
