#pragma once

#include "nn/layers/recurrent/scheduled_recurrence.h"

namespace tiramisu::nn {

/// Layer after layer. What a layer does to its input does not wait for its own states: of many
/// steps it is one product of matrices. Then the steps follow one another:
///
///     for layers
///         for blocks of t_block steps
///             parallel for blocks of units
///                 for tiles of t steps by n sequences
///                     sums += input * weights                                 in registers
///             for steps
///                 parallel for blocks of units
///                     for tiles of n sequences
///                         sums += state of the step before * weights          in registers
///                     cells of the block
///                 parallel for blocks of a projection
///                     the same of the outputs of cells
///
/// All steps of a layer read the same weights, which stay in the outer cache if they fit there.
class layer_order_recurrent : public scheduled_recurrence {
public:
    std::string name() const override { return "layer_order"; }
    std::vector<tunable> tunables(const recurrent_task &task) const override;
    /// recurrent_tiles' own, of blocks of 1024 rows: steps by sequences.
    configuration default_configuration(const recurrent_task &task) const override;

protected:
    recurrent_storage storage_of(const recurrent_task &task,
                                 const configuration &chosen) const override;
    void schedule(const recurrence &all, const recurrent_task &task,
                  const configuration &chosen) const override;
};

} // namespace tiramisu::nn
