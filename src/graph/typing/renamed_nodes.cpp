#include "graph/typing/renamed_nodes.h"

#include <set>

namespace tiramisu::graph {

namespace {

using name_map = std::map<std::string, std::string>;

void rename(std::string &name, const name_map &names) {
    const auto found = names.find(name);
    if (found != names.end()) {
        name = found->second;
    }
}

std::set<std::string> own_names(const model &graph) {
    std::set<std::string> own;
    for (const value_declaration &one : graph.inputs) {
        own.insert(one.name);
    }
    for (const auto &[name, values] : graph.constants) {
        own.insert(name);
    }
    for (const node_pointer &one : graph.nodes) {
        own.insert(one->outputs.begin(), one->outputs.end());
    }
    return own;
}

std::shared_ptr<const model> renamed_graph(const model &graph, name_map names) {
    for (const std::string &own : own_names(graph)) {
        names.erase(own);
    }
    model made = graph;
    for (node_pointer &one : made.nodes) {
        one = renamed(*one, names);
    }
    for (value_declaration &one : made.outputs) {
        rename(one.name, names);
    }
    return std::make_shared<const model>(std::move(made));
}

} // namespace

node_pointer renamed(const node &one, const name_map &names) {
    node made = one;
    for (auto *const values : {&made.inputs, &made.outputs}) {
        for (std::string &value : *values) {
            rename(value, names);
        }
    }
    for (auto &[name, value] : made.attributes) {
        if (const auto *graph = std::get_if<std::shared_ptr<const model>>(&value)) {
            value = renamed_graph(**graph, names);
        }
    }
    return std::make_shared<const node>(std::move(made));
}

model open_to_outside(const model &graph) {
    model made = graph;
    std::set<std::string> known = own_names(graph);
    for (const node_pointer &one : graph.nodes) {
        for (const std::string &read : model::reads_of(*one)) {
            if (!read.empty() && known.insert(read).second) {
                made.inputs.push_back({read, p_float32, {}, false});
            }
        }
    }
    return made;
}

} // namespace tiramisu::graph
