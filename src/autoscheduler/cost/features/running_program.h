#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tiramisu/tune/arithmetic.h"

// A scheduled program as features look at it. It is made of a plan, in microseconds, or of a
// function under a schedule, exactly from isl's relations.

namespace tiramisu::tune {

enum class running { serial, parallel, vectorized, unrolled, gpu_block, gpu_thread };

/// Which of the iterators of a statement a loop counts along.
enum class loop_position {
    none,
    innermost_result,
    middle_result,
    outermost_result,
    innermost_term, ///< of a reduction
    middle_term,
    outermost_term,
    mixed ///< several: collapsed or skewed loops
};

struct running_loop {
    std::size_t id = 0; ///< equal for statements that share the loop
    double extent = 1;  ///< iterations
    running opts = running::serial;
    loop_position along = loop_position::none;
};

/// What a loop does to the element that is touched.
struct loop_step {
    bool moves = false; ///< whether it is another one in some next iteration
    double stride = 0;  ///< elements between the first two iterations; 0 where that is not known
};

/// Accesses of one statement to one buffer that move in the same way with all loops.
struct touched_buffer {
    std::string name;
    bool is_read = false, is_written = false;
    int element_bytes = 4;
    std::vector<double> sizes;    ///< of the buffer's dimensions
    std::vector<loop_step> steps; ///< by loop
    /// Extents of the box around what the loops from a level on touch, by level, from 0 to the
    /// number of loops, and dimension.
    std::vector<std::vector<double>> spans;

    double unique_bytes(std::size_t level) const;
};

/// The array that a statement fills, where that is allocated for it: a temporary, or a window.
struct allocation {
    double bytes = 0, outer_iterations = 0, inner_iterations = 0;
};

struct running_statement {
    std::string id;
    std::vector<running_loop> loops; ///< outermost first
    arithmetic operations;           ///< of an instance
    std::vector<touched_buffer> touched;
    allocation filled;

    /// Iterations of the loops from a level on.
    double iterations(std::size_t from = 0) const;
};

using running_program = std::vector<running_statement>;

/// The position of an iterator that is number `at` of `count` of its kind, outermost first.
loop_position position_of(std::size_t at, std::size_t count, bool is_term);

} // namespace tiramisu::tune
