#pragma once

#include <string>

#include "tiramisu/options.h"

namespace tiramisu::nn {

/// What schedules are cut to.
struct machine {
    /// Of x86-64 and most others: lines of memory that lie whole pages apart meet in one set of the
    /// first-level cache, which has at least so many places.
    static constexpr int page_floats = 4096 / sizeof(float), l1_ways = 8;

    int lanes = 16;            ///< floats in a vector register
    int registers = 32;        ///< vector registers
    int l1_bytes = 32768;      ///< data cache of a core
    int l2_bytes = 524288;     ///< second-level cache of a core
    int threads = 1;           ///< that parallel loops use
    bool dot_products = false; ///< as target_vectors has it
    std::string device;        ///< that loops on a GPU are compiled for, as device_of() says it

    /// The one that this process runs on.
    static machine here();
    /// The one that these options compile for: this one, with the vectors of the target where that
    /// is another, and with the caches, too, where the target names a machine (target_machines()).
    /// Threads are always those of this process. Throws unsupported_error as compiling does.
    static machine of(const options &opts);
    /// What has to be equal for a measured time to hold: processor, vectors, caches, threads, and
    /// the target where it is another one.
    std::string fingerprint() const;

    std::string processor; ///< as the processor names itself, or the target names it
    std::string target;    ///< that is compiled for, with its features; empty: the processor's own
};

} // namespace tiramisu::nn
