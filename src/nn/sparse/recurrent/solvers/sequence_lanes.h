#pragma once

#include "nn/sparse/recurrent/solver.h"

namespace tiramisu::nn {

/// Lanes are sequences, and in products with inputs steps by sequences: a weight is multiplied with
/// a vector of its unit's or channel's values, which lie side by side. Few sequences leave
/// lanes of products with the state to further elements of a row: values that are far apart become
/// a vector.
///
/// Columns are taken in blocks: what the weights of a block meet stays in the first-level cache
/// while all rows of a block of units go through it, and sums wait in memory meanwhile.
///
/// - "t" steps of a block, whose products with inputs are one;
/// - "input_blocks", "state_blocks" of columns, in products with inputs and with states;
/// - "chains" partial sums of a product with the state, so that additions need not wait for each
///   other;
/// - "chains_in_lanes": whether they lie side by side in vectors, beside sequences;
/// - "u" units of a block, which a thread takes.
class sequence_lanes_recurrent : public sparse_recurrent_solver {
public:
    std::string name() const override { return "sequence_lanes"; }
    std::string why_not(const sparse_recurrent_task &task) const override;
    std::size_t workspace_bytes(const sparse_recurrent_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const sparse_recurrent_task &task) const override;
    /// Blocks of up to eight vectors of steps by sequences, whose rows take about half of the
    /// second-level cache; blocks of columns of which what a tile meets fits the first one; as many
    /// partial sums as hide the latency of additions, in lanes where sequences are fewer; 32 units.
    configuration default_configuration(const sparse_recurrent_task &task) const override;
    sparse_recurrent_program generate(const sparse_recurrent_task &task,
                                      const configuration &chosen,
                                      const std::string &name) const override;
};

} // namespace tiramisu::nn
