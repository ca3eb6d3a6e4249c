#pragma once

#include <string>
#include <vector>

#include "nn/sparse/conv2d/solvers.h"
#include "nn/sparse/conv2d_chain/members.h"
#include "tiramisu/function_sequence.h"

namespace tiramisu::nn {

/// A chain of sparse convolutions as two C functions: one that runs it, and one that packs the
/// patterns of its members, the steps and the shortcut. <m> is a step's number or "shortcut".
struct sparse_chain_program {
    /// Of src, values_<m>, offsets_<m>, starts_<m> and a bias_<m> where there is one of each
    /// member, dst, and a scalar nonzeros_<m> of each.
    function_sequence run;
    /// Of row_starts_<m>, column_indices_<m>, offsets_<m>, starts_<m> and nonzeros_<m>.
    function_sequence pack_pattern;

    struct member {
        std::string name; ///< <m>
        sparse_conv2d_task task;
        sparse_conv2d_choice choice;
        int starts_count;
    };
    std::vector<member> members;
};

/// The functions are called `name` and `name`_pack_pattern. Members have the solvers that the
/// results of `opts`, or else the rule, take. Throws user_error if what is known is not one for
/// each.
sparse_chain_program generate_chain(const chain_members &chain, const sparse_chain_steps &known,
                                    const machine &target, const layer_options &opts,
                                    const std::string &name);

} // namespace tiramisu::nn
