#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "tiramisu/graph/staged_network.h"

namespace tiramisu::nn {

/// A Loop of ONNX that is run round by round: its body is a network of its own, which is compiled
/// when the sizes of a round have been met before. Several threads may run one at once.
class loop_rounds {
public:
    using tensors = staged_network::tensors;

    /// `known` are values that the body reads from outside and that never change.
    loop_rounds(graph::node_pointer loop, int opset, const tensors &known,
                const network_options &how);
    ~loop_rounds();

    const graph::node_pointer &loop() const { return loop_; }

    /// The loop's outputs for values of all that it reads. Nothing where there is no round, no
    /// number of rounds, or an output that the body does not make: its definition tells what comes
    /// then, or is wrong. Throws as staged_network::run().
    std::optional<tensors> run(const tensors &values, source_place where) const;

private:
    graph::node_pointer loop_;
    graph::model body_; ///< its inputs are the loop's, then what it reads from outside
    network_options how_;
    mutable std::mutex making_;
    mutable std::unique_ptr<const staged_network> rounds_;

    tensors first_inputs(const tensors &values) const;
    const staged_network &rounds(const tensors &inputs, source_place where) const;
};

} // namespace tiramisu::nn
