#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nn/layers/conv2d_chain/chain_steps.h"
#include "tiramisu/nn/conv2d_chain_problem.h"

namespace tiramisu::nn {

/// What may stand before the steps of a chain, one or the other.
struct chain_start {
    std::optional<resize_problem> resizing = {};
    std::optional<conv2d_problem> shortcut = {};

    static chain_start of(const conv2d_chain_problem &problem) {
        return {problem.resizing, problem.shortcut};
    }
};

/// The convolutions of a chain, for the images that go through at once: its steps and, where
/// residual_adds do not add what the first of them reads, the shortcut, which makes what they add.
struct chain_convolutions {
    std::vector<chain_step> steps;
    std::optional<chain_step> shortcut;
    std::optional<resize_problem> resized; ///< before the first step
    int rounds;                            ///< in which all images go through

    /// Of a chain whose src and dst lie as `ends` says; `shape` without a residual. Throws
    /// user_error if they do not fit each other.
    chain_convolutions(const chain_start &start, const std::vector<conv2d_problem> &problems,
                       const conv2d_layouts &ends, const chain_shape &shape, source_place where);

    std::size_t count() const { return steps.size() + (shortcut ? 1 : 0); }
    /// A step or, behind them, the shortcut.
    const chain_step &member(std::size_t number) const {
        return number < steps.size() ? steps[number] : *shortcut;
    }
    /// Of a member, as arguments of C functions end: its number from 1, or "shortcut".
    std::string suffix(std::size_t number) const;
    std::string name() const; ///< as errors call the chain
    /// As errors call a member: "step 2", or "shortcut".
    std::string member_name(std::size_t number) const;
    /// Of how many what is given for each has to be, as errors say it.
    std::string wanted() const;
    /// Throws user_error, naming the call, if as many `what` are not one for each.
    void require_all(std::size_t given, const char *call, const char *what,
                     source_place where) const;
    /// What lies between them.
    workspace_sizes between() const;
    tensor src() const; ///< of the chain
    tensor dst() const;
};

} // namespace tiramisu::nn
