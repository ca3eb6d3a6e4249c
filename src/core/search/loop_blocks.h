#pragma once

#include <vector>

#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// Two loops of a statement that were made of one: the outer one goes over blocks, the inner one
/// over the `size` iterations of a block.
struct loop_blocks {
    int blocks, inside; ///< their levels
    long size;
    int iterator;      ///< of the statement, of which both are parts
    bool is_all_of_it; ///< no other loop is a part of the iterator
};

/// All such pairs, by level of the inner loop. None where a loop moves several iterators, as after
/// a skew.
std::vector<loop_blocks> blocks_of_loops(const poly::scheduled_statement &statement);

/// The pair with the inner loop at this level; null if there is none.
const loop_blocks *find_blocks(const std::vector<loop_blocks> &all, int inside);

} // namespace tiramisu::core
