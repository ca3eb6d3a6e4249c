#pragma once

#include <string>
#include <vector>

#include "nn/conv2d_chain/workspaces.h"
#include "tiramisu/function_sequence.h"

namespace tiramisu::nn {

/// Where what goes through a chain lies in the memory of its C function: in "src" and "dst", of
/// which each round has its own pictures, and in temporaries.
class chain_memory {
public:
    /// Floats of src and dst that belong to a round; `third` is what the third workspace is called.
    struct round_sizes {
        std::size_t src, dst;
    };
    chain_memory(std::size_t steps, const round_sizes &sizes, const workspace_sizes &between,
                 std::string third);

    sequence_place src() const;
    sequence_place result_of(std::size_t step) const; ///< the last one's is dst
    sequence_place third() const { return {third_}; }
    std::vector<sequence_memory> temporaries() const; ///< that are not empty

private:
    std::size_t steps_;
    round_sizes sizes_;
    workspace_sizes workspace_;
    std::string third_;

    std::string name(std::size_t number) const; ///< of a workspace
};

} // namespace tiramisu::nn
