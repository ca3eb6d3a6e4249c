#pragma once

#include <string>
#include <vector>

#include "nn/layers/conv2d_chain/chain_convolutions.h"
#include "tiramisu/function_sequence.h"

namespace tiramisu::nn {

/// Where what goes through a chain lies in the memory of its C function: in "src" and "dst", of
/// which each round has its own images, and in temporaries.
class chain_memory {
public:
    explicit chain_memory(const chain_convolutions &chain);

    sequence_place src() const;
    sequence_place read_by_the_first() const;              ///< src, or resized
    sequence_place result_of(std::size_t step) const;      ///< the last one's is dst
    sequence_place third() const { return {third_name_}; } ///< of the workspaces
    std::vector<sequence_memory> temporaries() const;      ///< that are not empty

private:
    std::size_t steps_;
    std::int64_t src_size_, dst_size_; ///< floats that belong to a round
    bool is_resized_;
    workspace_sizes workspace_;
    std::string third_name_;

    std::string name(std::size_t number) const; ///< of a workspace
};

} // namespace tiramisu::nn
