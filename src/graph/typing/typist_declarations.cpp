#include <algorithm>

#include "graph/model/declared_value.h"
#include "graph/typing/typist.h"

// What a network declares: the version of its operators, inputs, constants and outputs.

namespace tiramisu::graph {

void typist::check_opset() {
    constexpr int oldest_opset = 7, newest_opset = 28;
    if (from_.opset < oldest_opset || from_.opset > newest_opset) {
        problems_.add("network", "is of opset " + std::to_string(from_.opset) + ", supported are " +
                                     std::to_string(oldest_opset) + " to " +
                                     std::to_string(newest_opset));
    }
}

/// A node that leaves an input out gives no name for it, so none may stand for a value.
void typist::require_names() {
    const auto require = [&](const std::vector<value_declaration> &all, const std::string &what) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].name.empty()) {
                problems_.add(what + " " + std::to_string(i), "has no name; give it one");
            }
        }
    };
    require(from_.inputs, "input");
    require(from_.outputs, "output");
    if (from_.constants.count("") != 0) {
        problems_.add("a constant", "has no name; give it one");
    }
}

void typist::declare_values() {
    made_.constants = from_.constants;
    for (const auto &[name, values] : from_.constants) {
        made_.types[name] = values.type();
    }
    for (const value_declaration &one : from_.inputs) {
        if (made_.types.count(one.name) != 0) {
            continue; // what is made twice is told with the order of nodes
        }
        const tensor_type type = type_of(one);
        made_.inputs.push_back(one.name);
        made_.types[one.name] = type;
        if (count_of(type.extents) == 0) {
            made_.constants[one.name] = nothing_of(type);
        } else if (const std::string reason = why_too_large(type); !reason.empty()) {
            problems_.add("input \"" + one.name + "\"", reason);
        }
    }
}

void typist::take_declared(const node_pointer &one) {
    if (reasons_.count(one) == 0) {
        for (const std::string &input : model::reads_of(*one)) {
            if (!input.empty() && !is_known(input)) {
                reasons_[one].push_back(one->subject() + ": reads \"" + input +
                                        "\", whose type is not declared");
                unknown_reads_++;
                break;
            }
        }
    }
    const auto take = [&](const value_declaration &declared) {
        const bool is_made = std::find(one->outputs.begin(), one->outputs.end(), declared.name) !=
                             one->outputs.end();
        if (is_made && has_known_sizes(declared) && why_too_large(type_of(declared)).empty()) {
            made_.types[declared.name] = type_of(declared);
        }
    };
    std::for_each(from_.values.begin(), from_.values.end(), take);
    std::for_each(from_.outputs.begin(), from_.outputs.end(), take);
}

void typist::check_output(const value_declaration &one) {
    if (sequence(one.name) != nullptr) {
        problems_.add("output \"" + one.name + "\"",
                      "is a sequence; make outputs of the tensors in it");
        return;
    }
    const auto known = made_.types.find(one.name);
    if (one.name.empty() || known == made_.types.end()) {
        if (problems_.empty()) {
            problems_.add("output \"" + one.name + "\"",
                          "is made by no node, or of an output that is not supported");
        }
        return;
    }
    // Declared sizes may be those of other inputs than the network is compiled for.
    if (one.has_rank && known->second.elements != one.elements) {
        problems_.add("output \"" + one.name + "\"",
                      "is declared as " + one.text() + ", and is " + to_text(known->second));
    }
    add_output(one.name);
}

void typist::add_output(const std::string &name) {
    const auto is_among = [&](const std::vector<std::string> &names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (is_among(made_.outputs)) { // one array for both
        return;
    }
    if (!is_among(made_.inputs)) {
        made_.outputs.push_back(name);
        return;
    }
    for (const auto &[value, known] : made_.output_names) {
        if (known == name) {
            return;
        }
    }
    std::string value = name + "@output";
    while (made_.types.count(value) != 0) {
        value += "@";
    }
    made_.output_names[value] = name;
    define(std::make_shared<const node>(node{"", "Identity", {name}, {value}, {}}));
    made_.outputs.push_back(value);
}

} // namespace tiramisu::graph
