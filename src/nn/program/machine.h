#pragma once

#include <string>

namespace tiramisu::nn {

/// What schedules are cut to.
struct machine {
    /// Of x86-64 and most others: lines of memory that lie whole pages apart meet in one set of the
    /// first-level cache, which has at least so many places.
    static constexpr int page_floats = 4096 / sizeof(float), l1_ways = 8;

    int lanes = 16;        ///< floats in a vector register
    int registers = 32;    ///< vector registers
    int l1_bytes = 32768;  ///< data cache of a core
    int l2_bytes = 524288; ///< second-level cache of a core
    int threads = 1;       ///< that parallel loops use

    /// The one that this process runs on.
    static machine here();
    /// What has to be equal for a measured time to hold: processor, vectors, caches, threads.
    std::string fingerprint() const;

    std::string processor; ///< as the processor names itself
};

} // namespace tiramisu::nn
