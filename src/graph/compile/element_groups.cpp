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
    /// Of two nodes of single elements.
    const auto why_not = [&](const node_pointer &one, const node_pointer &reader) -> std::string {
        const std::string &made = one->outputs.front(), &read = reader->outputs.front();
        const int nodes = sizes[one] + sizes[reader];
        return uses.at(made) != 1         ? "it is read more than once"
               : outputs.count(made) != 0 ? "it is an output"
               : graph.type(made).extents != graph.type(read).extents
                   ? "it is " + to_text(graph.type(made).extents) + ", what is made of it " +
                         to_text(graph.type(read).extents)
               : layout_of(made) != layout_of(read)
                   ? "it lies as " + nn::to_string(layout_of(made)) + ", what is made of it as " +
                         nn::to_string(layout_of(read))
               : nodes >= most_nodes
                   ? "a loop nest has registers for " + std::to_string(most_nodes) +
                         " operations, there would be " + std::to_string(nodes + 1)
                   : "";
    };
    for (const node_pointer &one : graph.nodes) {
        sizes[one]++;
        const std::string &made = one->outputs.front();
        const auto reader = readers.find(made);
        const bool are_elements = typed_graph::row_of(*one).element && reader != readers.end() &&
                                  typed_graph::row_of(*reader->second).element;
        if (!are_elements) {
            continue;
        }
        const std::string reason = why_not(one, reader->second);
        if (!reason.empty()) {
            apart_[made] = reason;
            continue;
        }
        sizes[reader->second] += sizes[one];
        inside_.insert(one);
        makers_[made] = one;
    }
}

node_pointer element_groups::inside(const std::string &value) const {
    const auto found = makers_.find(value);
    return found == makers_.end() ? nullptr : found->second;
}

std::string element_groups::why_apart(const std::string &value) const {
    const auto found = apart_.find(value);
    return found == apart_.end() ? "" : found->second;
}

} // namespace tiramisu::graph
