#pragma once

#include "nn/framework/program/configuration.h"
#include "nn/layers/recurrent/algorithm.h"

namespace tiramisu::nn {

/// A configuration of the solvers that keep tiles of sums in registers, by its parameters.
struct recurrent_tiles {
    int lanes;
    int u_vectors; ///< of units in a block; a tile has so many for each slot
    int n;         ///< sequences of a tile
    int t;         ///< steps of a tile, of the products with inputs
    int t_block;   ///< steps whose products with inputs are summed up at once: whole tiles

    recurrent_tiles(const recurrent_task &task, const configuration &chosen);

    /// What is kept where products with inputs are summed up for a block of steps at a time.
    recurrent_storage storage(const recurrent_task &task, bool sums_of_all_layers) const;

    static std::vector<tunable> tunables(const recurrent_task &task);
    /// As many rows, sequences or steps, as registers have room for beside the weights, evenly
    /// distributed; blocks of one vector of units and of about so many steps.
    static configuration default_configuration(const recurrent_task &task, int steps);
};

/// The loops over blocks of steps, over the steps of a block, and over blocks of units.
constexpr const char *step_block = "t_block", *step_in_block = "t_in", *unit_block = "b";

/// Loops of all stages, for tiles that are summed up over the whole of a product:
///
///     l, d, t_block          b, t_tile, n_tile, c or k | t_row, n_row, s, u    products of inputs
///     l, d, t_block, t_in    b, n_tile, k | n_row, s, u                        of the state
///     l, d, t_block, t_in    b, n, u                                           cells
///
/// Those of a projection are those with the state, and of cells, over its own blocks.
void cut_into_tiles(const recurrence &all, const recurrent_tiles &tiles);

/// Unrolls and vectorizes the tiles, so that their sums are registers. No command may change the
/// loops around them afterwards.
void keep_tiles_in_registers(const recurrence &all, const recurrent_tiles &tiles);

} // namespace tiramisu::nn
