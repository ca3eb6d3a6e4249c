#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "graph/operators/node_call.h"
#include "nn/framework/program/program.h"
#include "tiramisu/nn/layout.h"

namespace tiramisu::graph {

/// Where an argument of a step lies: in a value, so many floats from its start.
struct value_place {
    std::string value;
    std::int64_t first = 0;
};

/// An argument of a step's function.
struct step_argument {
    std::string name; ///< as the layer or the program calls it
    value_place where;
    bool is_written = false;
};

/// A part of a compiled network: a call of a function, which is that of a layer or a small program.
struct step {
    std::string node; ///< that it computes, for people
    std::string text; ///< of the layer, or of the program: equal texts are one function
    std::vector<step_argument> arguments;
    /// Of a layer with constant weights: what they are called and their plain values.
    std::string weights;
    tensor weight_values;
    /// Whether the layer skips weights that are zero: a row of the first dimension for each result.
    bool has_sparse_weights = false;
    /// Writes the program; null where `text` is that of a layer. Its arguments come in the order
    /// above.
    std::function<nn::program(const std::string &name)> write = nullptr;
};

/// A node on its way to steps: what operators see.
struct lowering {
    const node_call &call;
    std::vector<tensor_type> outputs;
    std::map<std::string, nn::layout> layouts; ///< of values that are not plain
    int lanes = 16;                            ///< floats in a vector

    const std::string &input(std::size_t i) const { return call.what().inputs.at(i); }
    const std::string &output(std::size_t i = 0) const { return call.what().outputs.at(i); }
    nn::layout layout_of(const std::string &value) const {
        const auto found = layouts.find(value);
        return found == layouts.end() ? nn::layout::nchw : found->second;
    }
};

} // namespace tiramisu::graph
