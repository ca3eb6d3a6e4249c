#pragma once

#include <string>
#include <vector>

#include "polyhedral/schedule_tree.h"

// One statement with other loops, and all that its schedule says of each of them.

namespace tiramisu::core {

/// Whether the iterations of the loop run one by one, all of them in one loop.
bool is_plain(const poly::scheduled_statement &statement, int level);

/// Whether a loop runs on lanes, is unrolled or runs on a GPU.
bool asks_for_registers(const poly::scheduled_statement &statement);

/// With loop order[k] at level k.
poly::scheduled_statement permuted(const poly::scheduled_statement &statement,
                                   const std::vector<int> &order);

/// The order of so many loops in which loop `from` comes right before loop `to`, further inside.
std::vector<int> moved_before(int loops, int from, int to);

/// With a loop over blocks of `size` iterations around the loop at `level`: the outer one runs as
/// that loop did, the inner one is serial.
poly::scheduled_statement with_blocks(const poly::scheduled_statement &statement, int level,
                                      int size, const std::string &name_of_blocks);

/// With one loop in place of that at `level`, which is over blocks, and the next one, which is over
/// the `size` iterations of one; it runs as the one over blocks does.
poly::scheduled_statement without_blocks(const poly::scheduled_statement &statement, int level,
                                         long size, const std::string &name);

} // namespace tiramisu::core
