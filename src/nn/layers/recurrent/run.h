#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "nn/framework/program/bound_run.h"
#include "nn/framework/program/call_checks.h"
#include "nn/framework/program/run_tensors.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/recurrent.h"

namespace tiramisu::nn {

/// One run of a recurrent layer: its data, checked, with memory in place of states that the caller
/// does not give, and of those that it does not want. Arguments refer to it.
class recurrent_run {
public:
    /// Throws user_error if steps or lengths are given that the problem does not have, or that are
    /// out of range; and, if there is something to compute, where data is missing, superfluous,
    /// or of another type.
    recurrent_run(const recurrent_problem &problem, const recurrent_data &data,
                  const call_checks &checks);

    /// Whether there is something to compute. If not, the first states are the last ones.
    bool has_steps() const { return steps_ != 0 && problem_.mb != 0; }
    void pass_states_on() const;

    /// For a function of src, weights, first_hidden, [first_cell,] [lengths,] dst,
    /// last_hidden, [last_cell], scalars [and the number
    /// of steps].
    std::vector<jit_argument> arguments(const std::vector<jit_argument> &weights,
                                        const std::vector<jit_argument> &scalars = {});
    /// What recurrent_data calls its buffers, so many of which are weights.
    std::vector<run_argument> names(std::size_t of_weights) const;

private:
    recurrent_problem problem_;
    recurrent_data data_;
    int steps_;
    std::vector<std::int32_t> lengths_; ///< of sequences; none where the problem has none
    std::vector<std::byte> zeros_, unwanted_;

    void set_lengths(const call_checks &checks);
};

/// What prepare() makes of a run without steps.
invocation passing_states_on(const std::shared_ptr<const recurrent_run> &run,
                             const call_checks &checks);

} // namespace tiramisu::nn
