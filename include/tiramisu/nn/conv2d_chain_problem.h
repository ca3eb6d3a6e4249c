#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tiramisu/nn/conv2d_problem.h"
#include "tiramisu/nn/resize.h"

namespace tiramisu::nn {

/// Convolutions, each of what the one before it leaves, all of one type of elements.
struct conv2d_chain_problem {
    static constexpr const char *kind = "conv2d_chain";

    std::vector<conv2d_problem> steps;
    /// A convolution of the chain's src, whose result takes the place of that src wherever a step
    /// has a residual_add: the first block of a stage of ResNet, where it is one of 1 x 1 with a
    /// stride. What is given for each step has one more at its end, which is the shortcut's.
    std::optional<conv2d_problem> shortcut = {};
    /// How images are resized first, each just before it goes through the chain. Its layout is
    /// that of the chain's src. A residual_add adds what the first convolution reads. Not beside a
    /// shortcut.
    std::optional<resize_problem> resizing = {};

    /// The one text of this problem: the texts of its parts one behind the other, the resizing
    /// first and the shortcut last, with the word "shortcut" for "conv2d"; their type, where it is
    /// not f32, once at the end: "conv2d_chain conv2d mb=1 ... conv2d mb=1 ... shortcut mb=1 ...
    /// type=bf16". Throws as completed().
    std::string text() const;
    /// From such a text. Throws user_error.
    static conv2d_chain_problem parse(const std::string &text,
                                      source_place where = source_place::current());
    /// With all parts completed. Throws user_error if there is no step, if a part has no meaning,
    /// or if they are of several types. Whether they fit each other, the chain's classes say.
    conv2d_chain_problem completed(source_place where = source_place::current()) const;
};

bool operator==(const conv2d_chain_problem &left, const conv2d_chain_problem &right);
inline bool operator!=(const conv2d_chain_problem &left, const conv2d_chain_problem &right) {
    return !(left == right);
}

} // namespace tiramisu::nn
