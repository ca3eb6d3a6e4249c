#pragma once

#include <string>
#include <vector>

#include "layer_words.h"
#include "tiramisu/nn/conv2d_chain_problem.h"

// What generators of chains read of their words.

namespace tiramisu::nn {

/// The command line of a chain's generator: words that are texts of problems, "conv2d ic=64 ..." a
/// step and before them at most one "resize ...", and words of its own as layer_words has them.
class chain_words {
public:
    /// Throws user_error where a word is neither, or a step has nothing to compute.
    chain_words(const std::string &layer, const std::vector<std::string> &further_keys,
                const std::vector<std::string> &words);

    const layer_words &own() const { return own_; }
    /// Its shortcut is that of the word shortcut=.
    const conv2d_chain_problem &problem() const { return problem_; }

private:
    layer_words own_;
    conv2d_chain_problem problem_;
};

} // namespace tiramisu::nn
