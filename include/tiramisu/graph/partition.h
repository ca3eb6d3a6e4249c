#pragma once

#include <string>
#include <vector>

#include "tiramisu/graph/model.h"

namespace tiramisu::graph {

/// A network of some of the nodes of another one.
struct network_part {
    model network; ///< <name>_<number>, from 1 on
    bool is_supported = true;
    std::vector<std::string> why_not; ///< what is wrong with its nodes
};

/// A network in parts, each of which reads inputs, constants and what parts before it make: as few
/// as the order of nodes allows. Those that are supported can be compiled, the others are left to
/// whoever can compute them. What they make has the types that the network declares; where it
/// declares none, what reads it is left, too; where parts that are left would have to hand it on,
/// all that is behind the first of them. 16-bit floats are floats of 32 bits between parts, and in
/// those that are left. A network that is supported is one part, with its own name.
///
/// Throws unsupported_error where something is wrong with the network itself; user_error as
/// model::bound().
std::vector<network_part> partition(const model &bound,
                                    source_place where = source_place::current());

} // namespace tiramisu::graph
