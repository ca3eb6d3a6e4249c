#include "graph/operators/sparse_weights.h"

#include <sstream>

namespace tiramisu::graph {

std::string sparse_text(const std::string &problem, const node_call &call) {
    std::ostringstream text;
    text.precision(2);
    text << problem << " density=" << call.real("density", 1);
    return text.str();
}

} // namespace tiramisu::graph
