#pragma once

#include "tiramisu/language.h"

namespace tiramisu {

/// Where the time of one code generation went, in seconds.
struct compile_times {
    double proof = 0;        ///< dependences, and that the schedule keeps their order (isl)
    double loops = 0;        ///< loops that run the schedule (isl)
    double statement = 0;    ///< the loops as statements, and passes over them (Halide)
    double machine_code = 0; ///< optimisation, machine code and files (LLVM)

    double total() const { return proof + loops + statement + machine_code; }
};

} // namespace tiramisu
