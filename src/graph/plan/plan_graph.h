#pragma once

#include <map>
#include <string>
#include <vector>

#include "tiramisu/graph/fusion_plan.h"
#include "tiramisu/graph/model.h"

namespace tiramisu::graph {

/// The operations of a plan as a graph, whose nodes are those that a file of ONNX would have.
class plan_graph {
public:
    static constexpr const char *source = "src";

    /// An operation, with the value that it makes.
    struct operation {
        std::string name, result;
    };

    explicit plan_graph(const shape &src);

    const std::vector<operation> &operations() const { return operations_; }
    const std::vector<nn::fusion_argument> &arguments() const { return arguments_; }
    /// Of the result so far.
    const shape &extents() const { return extents_; }

    /// From here on nodes and arguments belong to an operation of this name.
    void begin(const std::string &name);
    /// An argument of this operation; `name` has a number behind it where another has that name.
    std::string argument(const std::string &name, const shape &extents, bool is_weight);
    /// A constant that is part of the operation.
    std::string constant(const tensor &value);
    /// Reads the result so far, then those; its own becomes the result.
    void add(const std::string &op, const std::vector<std::string> &others, const shape &result,
             const std::map<std::string, attribute> &attributes = {});

    /// With these weights, by the names of the arguments.
    model with_weights(const std::map<std::string, tensor> &weights) const;
    /// With numbers in the place of weights, no two of a tensor alike.
    model without_weights() const;

private:
    model made_;
    shape extents_;
    std::vector<operation> operations_;
    std::vector<nn::fusion_argument> arguments_;
    std::string result_ = source;
};

/// A number for each channel of a result, as an operand of it.
shape of_channels(const shape &result);

} // namespace tiramisu::graph
