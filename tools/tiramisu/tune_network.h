#pragma once

#include <iosfwd>
#include <string>

#include "tiramisu/graph/network.h"

namespace tiramisu::tool {

/// What --tune asks of a command that compiles a network.
struct tune_network_request {
    double seconds = 0;   ///< that measuring its layers may take; 0: they are not measured
    std::string database; ///< of times; empty: the user's, if there is one
};

/// What computes the layers fastest, for network_options::choices; none if nothing is asked. Tells
/// of each layer on `progress`, a line each. Ctrl-C ends it early. Throws failure where the options
/// allow only exact layers, of which the fastest may be none, and what the library throws.
nn::layer_choices tuned_choices(const tune_network_request &asked, const graph::model &model,
                                const nn::network_options &opts, std::ostream &progress);

} // namespace tiramisu::tool
