#pragma once

#include <string>

namespace tiramisu::tune {

/// What candidates are cut to, and what predictions are made for.
struct machine {
    int vector_bytes = 32; ///< of a vector register
    int registers = 16;    ///< vector registers
    long l1_bytes = 32 << 10;
    long l2_bytes = 512 << 10;
    long l3_bytes = 8 << 20;
    int threads = 1; ///< that parallel loops use
    std::string processor;

    /// The one that this process runs on, with as many threads as parallel loops get if `threads`
    /// is 0.
    static machine here(int threads = 0);
    /// "AMD EPYC 9R45, 64-byte vectors, 2 threads": what has to be equal for times to be compared.
    std::string text() const;
    /// "64-byte vectors", as it stands there.
    std::string vectors_text() const;
};

} // namespace tiramisu::tune
