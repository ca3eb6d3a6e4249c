#pragma once

#include <string>
#include <vector>

#include "support/program_builder.h"
#include "support/random_source.h"

namespace tiramisu::oracle {

enum class command_kind {
    split,
    tile_2d,
    tile_3d,
    tile_list,
    collapse,
    interchange,
    reorder,
    transform,
    shift,
    skew,
    reverse,
    loop_reversal,
    peel_first,
    peel_last,
    separate,
    parallelize,
    vectorize,
    unroll,
    unroll_whole,
    unroll_and_jam,
    tag_parallel,
    tag_unroll,
    rfactor,
    after,
    then,
    before,
    fuse_after,
    between,
    cache_read,
    cache_write,
    compute_at
};

/// One part of a computation: what it starts with, or an update.
struct stage {
    std::string computation;
    int update = -1;       ///< -1 starts it; else the number of the update
    bool is_whole = false; ///< said by the computation's own name: the last part
};

/// A schedule command as data.
struct schedule_command {
    command_kind kind = command_kind::split;
    stage target;
    std::vector<std::string> loops;     ///< that it works on
    std::vector<std::string> new_loops; ///< that it makes
    std::vector<int> numbers;
    bool is_masked = false; ///< the tail of vectorize
    stage other, next;      ///< of ordering commands

    std::string to_cpp() const;
    /// Copies or computes values in windows.
    bool is_staging() const { return kind >= command_kind::cache_read; }
};

/// Throws what the public API throws. What the command adds to the program can be named by later
/// ones.
void apply(const schedule_command &command, built_program &program);

/// A command that fits the loops as they are now, more or less.
schedule_command make_random_command(random_source &random, const random_program &program,
                                     built_program &built, int number);

/// A staging command that fits the loops as they are now, more or less.
schedule_command make_random_staging(random_source &random, const random_program &program,
                                     built_program &built, int number);

} // namespace tiramisu::oracle
