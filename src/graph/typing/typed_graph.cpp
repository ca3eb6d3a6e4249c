#include "graph/typing/typed_graph.h"

#include <algorithm>
#include <set>

#include "graph/typing/typist.h"

namespace tiramisu::graph {

const tensor *typed_graph::constant(const std::string &value) const {
    const auto found = constants.find(value);
    return found == constants.end() ? nullptr : &found->second;
}

const std::string &typed_graph::name_of_output(const std::string &value) const {
    const auto found = output_names.find(value);
    return found == output_names.end() ? value : found->second;
}

node_call typed_graph::call_of(const node_pointer &one) const {
    std::vector<node_call::known_input> known;
    for (const std::string &input : one->inputs) {
        const auto type = types.find(input);
        if (input.empty() || type == types.end()) { // left out, or a sequence
            known.emplace_back();
        } else {
            known.push_back({true, type->second, constant(input)});
        }
    }
    return {one, opset, std::move(known)};
}

const operator_row &typed_graph::row_of(const node &one) {
    return *operator_table::all().find(one.op);
}

std::map<std::string, int> typed_graph::uses() const {
    std::map<std::string, int> counts;
    for (const node_pointer &one : nodes) {
        for (const std::string &input : one->inputs) {
            counts[input]++;
        }
    }
    for (const std::string &output : outputs) {
        counts[output]++;
    }
    return counts;
}

typed_graph typed(const model &bound, source_place where) {
    return typist(bound, where).typed();
}

typed_graph without_unused(typed_graph all) {
    std::set<std::string> needed(all.outputs.begin(), all.outputs.end());
    std::vector<node_pointer> kept;
    for (auto one = all.nodes.rbegin(); one != all.nodes.rend(); ++one) {
        const node &what = **one;
        if (std::any_of(what.outputs.begin(), what.outputs.end(),
                        [&](const std::string &value) { return needed.count(value) != 0; })) {
            needed.insert(what.inputs.begin(), what.inputs.end());
            kept.push_back(*one);
        }
    }
    std::reverse(kept.begin(), kept.end());
    all.nodes = std::move(kept);
    for (auto one = all.constants.begin(); one != all.constants.end();) {
        one = needed.count(one->first) != 0 ? std::next(one) : all.constants.erase(one);
    }
    return all;
}

} // namespace tiramisu::graph
