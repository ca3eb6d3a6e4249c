#include "graph/compile/element_groups.h"

namespace tiramisu::graph {

namespace {

/// Operations of a group: expressions have at most so many, and loops should have enough registers.
constexpr int most_nodes = 12;

} // namespace

element_groups::element_groups(const typed_graph &graph,
                               const std::map<std::string, nn::layout> &layouts) {
    const auto layout_of = [&](const std::string &value) {
        const auto found = layouts.find(value);
        return found == layouts.end() ? nn::layout::nchw : found->second;
    };
    const std::map<std::string, int> uses = graph.uses();
    std::map<std::string, node_pointer> readers;
    for (const node_pointer &one : graph.nodes) {
        for (const std::string &input : one->inputs) {
            readers[input] = one;
        }
    }
    const std::set<std::string> outputs(graph.outputs.begin(), graph.outputs.end());
    std::map<node_pointer, int> sizes; // nodes of the group that ends there
    for (const node_pointer &one : graph.nodes) {
        sizes[one]++;
        const std::string &made = one->outputs.front();
        const auto reader = readers.find(made);
        const bool fits =
            typed_graph::row_of(*one).element && reader != readers.end() &&
            typed_graph::row_of(*reader->second).element && uses.at(made) == 1 &&
            outputs.count(made) == 0 &&
            graph.type(made).extents == graph.type(reader->second->outputs.front()).extents &&
            layout_of(made) == layout_of(reader->second->outputs.front());
        if (fits && sizes[one] + sizes[reader->second] < most_nodes) {
            sizes[reader->second] += sizes[one];
            inside_.insert(one);
            makers_[made] = one;
        }
    }
}

node_pointer element_groups::inside(const std::string &value) const {
    const auto found = makers_.find(value);
    return found == makers_.end() ? nullptr : found->second;
}

} // namespace tiramisu::graph
