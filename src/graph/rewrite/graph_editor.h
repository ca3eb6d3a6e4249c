#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/typing/typed_graph.h"

namespace tiramisu::graph {

/// A graph that is rewritten from its first node to its last: nodes are added behind those that
/// were, and those that were may be taken out again to make one of several.
class graph_editor {
public:
    explicit graph_editor(typed_graph from) : made_(std::move(from)), uses_(made_.uses()) {
        left_.swap(made_.nodes);
    }

    /// Calls `rewrite` for each node, which adds it, or others in its place; the graph is given
    /// away.
    template <typename Rewrite>
    typed_graph each(const Rewrite &rewrite) {
        for (const node_pointer &one : left_) {
            rewrite(one);
        }
        return without_unused(std::move(made_));
    }

    const typed_graph &graph() const { return made_; }

    /// The node added so far that makes the value, if nothing else reads that; else null.
    node_pointer only_for(const std::string &value) const;
    /// The same if so many inputs of nodes read it.
    node_pointer maker_for(const std::string &value, int uses) const;
    /// Takes out a node that was added.
    void remove(const node_pointer &one);
    void add(const node_pointer &one);
    node_pointer add(node what) {
        auto made = std::make_shared<const node>(std::move(what));
        add(made);
        return made;
    }

    /// A constant with a name like that.
    std::string add_constant(const std::string &like, const tensor &values);
    /// A value with a name like that.
    std::string add_value(const std::string &like, const tensor_type &type);

private:
    typed_graph made_;
    std::map<std::string, int> uses_;
    std::vector<node_pointer> left_;
    std::map<std::string, node_pointer> makers_;

    std::string fresh(const std::string &like) const;
};

} // namespace tiramisu::graph
