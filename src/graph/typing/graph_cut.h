#pragma once

#include <map>
#include <string>
#include <vector>

#include "tiramisu/graph/model.h"

namespace tiramisu::graph {

/// A network in three parts, where types follow from values that it computes.
struct graph_cut {
    /// All whose types are known. Its outputs are those of the network that it makes, and what the
    /// others read.
    model first;
    /// Nodes with the types that the values give them that they read: of `first`, or inputs of the
    /// network.
    model decided;
    model rest; ///< what comes after both
    std::vector<std::string> reads_of_decided, reads_of_rest;
    std::vector<std::string> wanted;     ///< values that `rest` has to know
    std::map<std::string, tensor> known; ///< that are read, or outputs, and are constants

    bool is_last() const { return rest.nodes.empty(); }
    bool is_whole() const { return is_last() && decided.nodes.empty(); }
    /// With what it reads, as constants.
    model decided_by(const std::map<std::string, tensor> &values) const;
    /// With what it reads: constants, where they are wanted or known; else inputs of these sizes.
    model rest_after(const std::map<std::string, tensor> &values) const;
};

/// Of a network whose inputs have known sizes. Throws unsupported_error with all that is not
/// supported, whatever values there are.
graph_cut cut_at_unknown_values(const model &bound, source_place where);

/// The network for these inputs. Throws user_error where one is missing or does not fit.
model bound_to(const model &network, const std::map<std::string, tensor> &inputs,
               const std::string &call, source_place where);

} // namespace tiramisu::graph
