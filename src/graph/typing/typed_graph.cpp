#include "graph/typing/typed_graph.h"

#include <algorithm>
#include <set>

#include "graph/model/problem_list.h"
#include "graph/typing/node_order.h"

namespace tiramisu::graph {

namespace {

constexpr int oldest_opset = 7, newest_opset = 23;

/// Of a value: positions in it are 32-bit numbers in generated code.
constexpr std::int64_t most_elements = std::int64_t{1} << 29;

std::string too_many_text(const tensor_type &type) {
    return "has " + std::to_string(count_of(type.extents)) + " elements (" + to_text(type) +
           "), supported are up to " + std::to_string(most_elements);
}

/// Finds types and constants of one node after the other.
class typist {
public:
    typist(const model &from, source_place where) : from_(from), where_(where) {}

    typed_graph typed() {
        made_.name = from_.name;
        made_.opset = from_.opset;
        check_opset();
        declare_values();
        for (const node_pointer &one : from_.nodes) {
            check_operator(*one);
        }
        for (const node_pointer &one : in_order_of_reads(from_, problems_)) {
            type_node(one);
        }
        for (const value_declaration &one : from_.outputs) {
            check_output(one);
        }
        problems_.refuse_if_any("network \"" + from_.name + "\"", "", where_);
        return without_unused(std::move(made_));
    }

private:
    const model &from_;
    source_place where_;
    typed_graph made_;
    problem_list problems_;
    std::set<std::string> refused_; ///< nodes' first outputs

    void check_opset() {
        if (from_.opset < oldest_opset || from_.opset > newest_opset) {
            problems_.add("network", "is of opset " + std::to_string(from_.opset) +
                                         ", supported are " + std::to_string(oldest_opset) +
                                         " to " + std::to_string(newest_opset));
        }
    }

    void declare_values() {
        made_.constants = from_.constants;
        for (const auto &[name, values] : from_.constants) {
            made_.types[name] = values.type();
        }
        for (const value_declaration &one : from_.inputs) {
            shape extents;
            for (const extent &size : one.extents) {
                extents.push_back(size.size);
            }
            made_.inputs.push_back(one.name);
            made_.types[one.name] = {one.elements, extents};
            if (one.elements != p_float32) {
                problems_.add("input \"" + one.name + "\"",
                              "is " + to_string(one.elements) + ", supported is float32");
            }
            if (count_of(extents) == 0) {
                problems_.add("input \"" + one.name + "\"",
                              "has the sizes " + to_text(extents) + ": there is nothing in it");
            } else if (count_of(extents) > most_elements) {
                problems_.add("input \"" + one.name + "\"", too_many_text(made_.types[one.name]));
            }
        }
    }

    /// What needs no types.
    void check_operator(const node &one) {
        const operator_row *row = operator_table::all().find(one.op);
        if (row == nullptr) {
            refuse(one, "operator " + one.op + " of opset " + std::to_string(from_.opset) +
                            " is not supported");
            return;
        }
        if (from_.opset < row->first_opset) {
            refuse(one, "operator " + one.op + " is supported from opset " +
                            std::to_string(row->first_opset) + " on, the network is of " +
                            std::to_string(from_.opset));
        }
        for (const auto &[name, value] : one.attributes) {
            if (std::find(row->attributes.begin(), row->attributes.end(), name) ==
                row->attributes.end()) {
                refuse(one, "attribute " + name + " is not supported");
            }
        }
        if (one.outputs.empty() || one.outputs.front().empty()) {
            refuse(one, "has no output");
        }
    }

    void refuse(const node &one, const std::string &problem) {
        problems_.add(one.subject(), problem);
        if (!one.outputs.empty()) {
            refused_.insert(one.outputs.front());
        }
    }

    /// Where something that it reads is not known, that has been told.
    void type_node(const node_pointer &one) {
        const bool is_known =
            std::all_of(one->inputs.begin(), one->inputs.end(), [&](const std::string &input) {
                return input.empty() || made_.types.count(input) != 0;
            });
        if (!is_known || one->outputs.empty() || refused_.count(one->outputs.front()) != 0) {
            return;
        }
        try {
            define(one);
        } catch (const refusal &reason) {
            refuse(*one, reason.what());
        } catch (const user_error &reason) { // of sizes
            refuse(*one, reason.problem());
        }
    }

    void define(const node_pointer &one) {
        const operator_row &row = typed_graph::row_of(*one);
        const node_call call = made_.call_of(one);
        const std::vector<tensor_type> types = row.types(call);
        for (const tensor_type &type : types) {
            if (count_of(type.extents) > most_elements) {
                throw refusal("its output " + too_many_text(type));
            }
        }
        const bool follows =
            !row.reads_values ||
            std::all_of(one->inputs.begin(), one->inputs.end(), [&](const std::string &input) {
                return input.empty() || made_.is_constant(input);
            });
        if (follows) {
            fold(*one, row.reference(call, inputs_of(*one)));
            return;
        }
        if (!row.steps && !row.element && !row.is_view) {
            throw refusal("does not follow from constants and sizes alone, and is supported only "
                          "where it does");
        }
        for (std::size_t i = 0; i < types.size(); i++) {
            if (types[i].elements != p_float32) {
                throw refusal("is computed while the network runs, and makes " + to_text(types[i]) +
                              "; then only float32 is supported");
            }
            made_.types[one->outputs[i]] = types[i];
        }
        made_.nodes.push_back(one);
    }

    tensor_list inputs_of(const node &one) const {
        tensor_list values;
        for (const std::string &input : one.inputs) {
            values.push_back(input.empty() ? nullptr : made_.constant(input));
        }
        return values;
    }

    void fold(const node &one, std::vector<tensor> values) {
        for (std::size_t i = 0; i < values.size(); i++) {
            made_.types[one.outputs[i]] = values[i].type();
            made_.constants[one.outputs[i]] = std::move(values[i]);
        }
    }

    void check_output(const value_declaration &one) {
        const auto is_among = [&](const std::vector<std::string> &names) {
            return std::find(names.begin(), names.end(), one.name) != names.end();
        };
        if (is_among(made_.inputs) || is_among(made_.outputs)) {
            problems_.add("output \"" + one.name + "\"",
                          "is an input or another output, too; put an Identity between them");
        }
        made_.outputs.push_back(one.name);
        const auto known = made_.types.find(one.name);
        if (known == made_.types.end()) {
            if (problems_.empty()) {
                problems_.add("output \"" + one.name + "\"", "is made by no node");
            }
            return;
        }
        const shape &extents = known->second.extents;
        bool fits = !one.has_rank || one.extents.size() == extents.size();
        for (std::size_t d = 0; fits && one.has_rank && d < extents.size(); d++) {
            fits = !one.extents[d].is_known() || one.extents[d].size == extents[d];
        }
        if (!fits || known->second.elements != p_float32) {
            problems_.add("output \"" + one.name + "\"", "is declared as " + one.text() +
                                                             ", and is " + to_text(known->second) +
                                                             " (supported is float32)");
        }
        if (count_of(extents) == 0) {
            problems_.add("output \"" + one.name + "\"", "has no elements");
        }
    }
};

} // namespace

const tensor *typed_graph::constant(const std::string &value) const {
    const auto found = constants.find(value);
    return found == constants.end() ? nullptr : &found->second;
}

node_call typed_graph::call_of(const node_pointer &one) const {
    std::vector<node_call::known_input> known;
    for (const std::string &input : one->inputs) {
        if (input.empty()) {
            known.emplace_back();
        } else {
            known.push_back({true, types.at(input), constant(input)});
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
