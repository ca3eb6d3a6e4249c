#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graph/operators/expansion.h"

namespace tiramisu::graph {

/// What the cells of recurrent operators are written with: one step of one direction.
class recurrent_step {
public:
    /// `activations`: those of a direction where the node names none.
    recurrent_step(expansion &to, std::int64_t hidden, std::int64_t gates, std::size_t direction,
                   const std::vector<std::string> &activations);

    std::string recurrent_weights; ///< [gates * hidden, hidden]
    std::string peepholes;         ///< [3 * hidden] of i, o, f; empty: there are none
    std::string input_bias;        ///< [gates * hidden], all that is added whatever the state is

    /// `both`: biases of inputs, then of states; empty: zeros.
    void read_biases(const std::string &both);

    /// State times the weights of `count` gates from the first on, with the bias that belongs
    /// there.
    std::string recurrent(const std::string &state, std::int64_t first, std::int64_t count) const;
    /// `count` gates of a row of gates.
    std::string part(const std::string &gates, std::int64_t first, std::int64_t count) const;
    /// The number-th function of the node, f, g or h.
    std::string activated(std::size_t number, const std::string &value) const;
    std::string with_peephole(const std::string &gate, const std::string &state,
                              std::int64_t number) const;
    std::string sum(const std::string &x, const std::string &y) const;
    std::string difference(const std::string &x, const std::string &y) const;
    std::string product(const std::string &x, const std::string &y) const;
    std::string complement(const std::string &x) const; ///< 1 - x

private:
    expansion &to_;
    std::int64_t hidden_, gates_;
    std::vector<std::string> functions_;
    std::vector<float> alphas_, betas_; ///< as the node lists them, for those that take some
    std::size_t first_function_;
    float clip_;
    std::string state_bias_; ///< [gates * hidden]
    /// Weights and biases of some gates, which all steps share; by the first and their number.
    mutable std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::string>> of_gates_;

    const std::vector<std::string> &weights_of(std::int64_t first, std::int64_t count) const;

    std::string function(std::size_t index, const std::string &value) const;
};

} // namespace tiramisu::graph
