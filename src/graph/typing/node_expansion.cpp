#include "graph/typing/node_expansion.h"

#include <algorithm>

#include "graph/typing/node_order.h"
#include "graph/typing/renamed_nodes.h"

namespace tiramisu::graph {

const tensor_type &typist::node_expansion::type(const std::string &value) const {
    if (sequence(value) != nullptr) {
        throw refusal("\"" + value + "\" is a sequence, must be a tensor here");
    }
    return to_.made_.type(value);
}

std::vector<std::string> typist::node_expansion::add_many(const std::string &op,
                                                          const std::vector<std::string> &inputs,
                                                          std::size_t outputs,
                                                          const attributes &with) {
    node made{call.what().name, op, inputs, {}, with};
    for (std::size_t i = 0; i < outputs; i++) {
        made.outputs.push_back(fresh(op));
    }
    to_.define(std::make_shared<const node>(made));
    return made.outputs;
}

std::string typist::node_expansion::constant(const tensor &values) {
    std::string name = fresh("constant");
    to_.made_.types[name] = values.type();
    to_.made_.constants[name] = values;
    return name;
}

void typist::node_expansion::result(std::size_t output, const std::string &value) {
    if (needs(output)) {
        const std::string &made = call.what().outputs[output];
        to_.define(
            std::make_shared<const node>(node{call.what().name, "Identity", {value}, {made}, {}}));
        if (const quantization *of = quantization_of(value)) {
            stands_for(made, quantization(*of));
        }
    }
}

void typist::node_expansion::result_sequence(std::size_t output,
                                             const std::vector<std::string> &values) {
    if (needs(output)) {
        to_.sequences_[call.what().outputs[output]] = values;
    }
}

std::vector<std::string> typist::node_expansion::inside(const model &graph,
                                                        const std::vector<std::string> &inputs) {
    return to_.inside(graph, inputs, fresh("inside"));
}

std::optional<std::vector<std::string>>
typist::node_expansion::inside_if_possible(const model &graph,
                                           const std::vector<std::string> &inputs,
                                           const std::string &condition, std::string &why) {
    struct taken_under {
        std::vector<std::string> &conditions;
        taken_under(std::vector<std::string> &all, const std::string &inner) : conditions(all) {
            conditions.push_back(inner);
        }
        ~taken_under() { conditions.pop_back(); }
    } with_those_around(to_.conditions_, to_.conditions_.empty()
                                             ? condition
                                             : add("And", {to_.conditions_.back(), condition}));
    const std::size_t problems = to_.problems_.count(), waiting = to_.waiting_;
    try {
        return inside(graph, inputs);
    } catch (const told &) {
        why = to_.problems_[problems];
    } catch (const refusal &reason) {
        why = reason.what();
    }
    to_.problems_.keep_first(problems);
    to_.waiting_ = waiting;
    to_.wanted_.clear();
    return std::nullopt;
}

std::string typist::node_expansion::fresh(const std::string &like) const {
    std::string name;
    do {
        name = call.what().outputs.front() + "@" + like + std::to_string(++to_.fresh_);
    } while (to_.made_.types.count(name) != 0);
    return name;
}

node_pointer typist::with_places_inside(const node_pointer &one, const operator_row &row) {
    const bool may_be_outside =
        !conditions_.empty() && row.places && *row.places < one->inputs.size() &&
        is_known(one->inputs[*row.places]) && !made_.is_constant(one->inputs[*row.places]);
    if (!may_be_outside) {
        return one;
    }
    node_expansion before(*this, made_.call_of(one));
    node safe = *one;
    std::string &places = safe.inputs[*row.places];
    places = before.add("Where", {conditions_.back(), places, before.like(places, 0)});
    return std::make_shared<const node>(std::move(safe));
}

bool typist::is_of_integers(const operator_row &row, const node_call &call) {
    if (!row.with_integers || quantized_.empty()) {
        return false;
    }
    node_expansion becomes(*this, call);
    return row.with_integers(becomes);
}

void typist::expand(const operator_row &row, const node_call &call) {
    struct level {
        int &depth;
        explicit level(int &of) : depth(of) { depth++; }
        ~level() { depth--; }
    } one_deeper(depth_);
    if (depth_ > deepest || made_.nodes.size() > most_nodes) {
        throw refusal("is one of too many nodes that lie inside of nodes, or of loops");
    }
    node_expansion becomes(*this, call);
    row.expand(becomes);
    for (const std::string &output : call.what().outputs) {
        if (!output.empty() && !is_known(output)) {
            throw refusal("its output \"" + output + "\" is not supported");
        }
    }
}

std::vector<std::string> typist::inside(const model &graph, const std::vector<std::string> &inputs,
                                        const std::string &place) {
    if (inputs.size() < graph.inputs.size()) {
        throw refusal("gives its graph " + std::to_string(inputs.size()) + " values, which takes " +
                      std::to_string(graph.inputs.size()));
    }
    if (graph.constants.count("") != 0 ||
        std::any_of(graph.inputs.begin(), graph.inputs.end(),
                    [](const value_declaration &one) { return one.name.empty(); })) {
        throw refusal("an input or a constant of its graph has no name");
    }
    std::map<std::string, std::string> names;
    for (std::size_t i = 0; i < graph.inputs.size(); i++) {
        names[graph.inputs[i].name] = inputs[i];
    }
    const auto own = [&](const std::string &name) { return place + "/" + name; };
    for (const auto &[name, values] : graph.constants) {
        names[name] = own(name);
        made_.constants[names[name]] = values;
        made_.types[names[name]] = values.type();
    }
    for (const node_pointer &one : graph.nodes) {
        for (const std::string &output : one->outputs) {
            if (!output.empty()) {
                names[output] = own(output);
            }
        }
    }
    const std::size_t before = problems_.count();
    for (const node_pointer &one : in_order_of_reads(open_to_outside(graph), problems_)) {
        const node_pointer made = renamed(*one, names);
        check_operator(*made);
        type_node(made);
    }
    if (problems_.count() != before) {
        throw told();
    }
    std::vector<std::string> outputs;
    for (const value_declaration &one : graph.outputs) {
        const auto found = names.find(one.name);
        outputs.push_back(found == names.end() ? one.name : found->second);
        if (!is_known(outputs.back())) {
            throw refusal("output \"" + one.name + "\" of its graph is made by nothing");
        }
    }
    return outputs;
}

} // namespace tiramisu::graph
