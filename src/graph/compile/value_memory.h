#pragma once

#include <map>
#include <set>
#include <string>

#include "graph/compile/layouts.h"
#include "graph/compile/lowered_graph.h"

namespace tiramisu::graph {

/// Where the values of a graph lie while it is lowered. What a step reads in another layout than it
/// has is made by a step of its own, which is added to the lowered graph: once, before the first
/// that reads it.
class value_memory {
public:
    /// All three outlive it.
    value_memory(const typed_graph &graph, const std::map<std::string, nn::layout> &layouts,
                 lowered_graph &made)
        : graph_(graph), layouts_(layouts), made_(made) {}

    nn::layout layout_of(const std::string &value) const;

    /// Memory in which a value lies as it was made.
    value_place memory_of(const std::string &value) const;
    /// The same in this layout.
    value_place in_layout(const std::string &value, nn::layout wanted, const std::string &reader);

    /// Memory of its own, for what a step makes.
    void declare(const std::string &value);
    /// From here on the value is part of another one's memory.
    void declare_view(const std::string &value, const value_place &of) { views_[value] = of; }

private:
    const typed_graph &graph_;
    const std::map<std::string, nn::layout> &layouts_;
    lowered_graph &made_;
    std::map<std::string, value_place> views_;
    std::set<std::string> reordered_; ///< other layouts that have been made

    void write_reorder(const value_place &from, const std::string &to, const tensor_type &type,
                       nn::layout wanted, const std::string &reader);
};

} // namespace tiramisu::graph
