#pragma once

#include <string>
#include <vector>

#include "support/program_builder.h"

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
    skew_factors,
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
    tag_vector,
    tag_unroll,
    tag_unroll_factor,
    rfactor,
    storage_fold,
    allocate_at, ///< what the other one is stored in, in a loop of the target
    after,
    then,
    before,
    fuse_after,
    distribute,
    between,
    cache_read,
    cache_write,
    compute_at,
    store_at, ///< alone, or with compute_at after it
    compute_inline,
    prefetch,
    pack,
    window_layout
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
    stage other, next;      ///< of ordering commands and allocate_at

    std::string to_cpp() const;
    /// Copies or computes values in windows, or computes them where they are read.
    bool is_staging() const { return kind >= command_kind::cache_read; }
};

/// The definition that a stage names.
computation find(const stage &at, built_program &program);

/// Throws what the public API throws.
void apply(const schedule_command &command, built_program &program);

} // namespace tiramisu::oracle
