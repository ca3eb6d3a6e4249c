#pragma once

#include <optional>
#include <string>
#include <vector>

#include "layer_words.h"
#include "tiramisu/nn/conv2d.h"
#include "tiramisu/nn/resize.h"

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
    const std::optional<resize_problem> &resizing() const { return resizing_; }
    const std::vector<conv2d_problem> &steps() const { return steps_; }
    /// Of the word shortcut=.
    const std::optional<conv2d_problem> &shortcut() const { return shortcut_; }

private:
    layer_words own_;
    std::optional<resize_problem> resizing_;
    std::vector<conv2d_problem> steps_;
    std::optional<conv2d_problem> shortcut_;
};

} // namespace tiramisu::nn
