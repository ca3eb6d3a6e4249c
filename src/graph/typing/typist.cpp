#include "graph/typing/typist.h"

#include <algorithm>

#include "graph/operators/numbers.h"
#include "graph/typing/node_order.h"

namespace tiramisu::graph {

namespace {

bool have_no_elements(const std::vector<tensor_type> &types) {
    return std::all_of(types.begin(), types.end(),
                       [](const tensor_type &one) { return count_of(one.extents) == 0; });
}

/// Of those that have a name; empty: there is none.
std::string first_output(const node &one) {
    for (const std::string &output : one.outputs) {
        if (!output.empty()) {
            return output;
        }
    }
    return "";
}

/// A first output that is left out has a name, by which operators know their result.
node_pointer with_first_output(const node_pointer &one) {
    if (!one->outputs.front().empty()) {
        return one;
    }
    node named = *one;
    named.outputs.front() = first_output(*one) + "@unused";
    return std::make_shared<const node>(named);
}

} // namespace

std::string typist::why_too_large(const tensor_type &type) {
    constexpr std::int64_t most = std::int64_t{1} << 29;
    return count_of(type.extents) <= most
               ? ""
               : "has " + std::to_string(count_of(type.extents)) + " elements (" + to_text(type) +
                     "), supported are up to " + std::to_string(most);
}

tensor typist::nothing_of(const tensor_type &type) {
    return tensor_of(type, std::vector<double>());
}

typed_graph typist::typed() {
    type_nodes();
    if (waiting_ > 0 && problems_.count() == waiting_) {
        problems_.add("what values decide",
                      "nn::staged_network, and \"tiramisu run\", compute what "
                      "needs none of them first, then the rest");
    }
    problems_.refuse_if_any("network \"" + from_.name + "\"", "", where_);
    return without_unused(std::move(made_));
}

typed_part typist::part() {
    type_nodes();
    if (problems_.count() != waiting_) {
        problems_.refuse_if_any("network \"" + from_.name + "\"", "", where_);
    }
    return {take_values(), std::move(waiting_nodes_)};
}

typed_share typist::share() {
    takes_declared_ = true;
    type_nodes();
    std::size_t of_nodes = 0;
    for (const auto &[node, problems] : reasons_) {
        of_nodes += problems.size();
    }
    if (problems_.count() + unknown_reads_ != of_nodes) {
        problems_.refuse_if_any("network \"" + from_.name + "\"", "", where_);
    }
    return {take_values(), std::move(reasons_)};
}

typed_values typist::take_values() {
    typed_values known{std::move(made_.types), std::move(made_.constants), {}, std::move(needed_)};
    for (const auto &[name, values] : sequences_) {
        known.sequences.insert(name);
    }
    return known;
}

void typist::type_nodes() {
    made_.name = from_.name;
    made_.opset = from_.opset;
    check_opset();
    require_names();
    declare_values();
    needed_ = needed_nodes();
    for (const node_pointer &one : from_.nodes) {
        if (needed_.count(one) != 0) {
            noting_reasons(one, [&] { check_operator(*one); });
        }
    }
    for (const node_pointer &one : in_order_of_reads(from_, problems_)) {
        if (needed_.count(one) == 0) {
            continue;
        }
        wanted_.clear();
        noting_reasons(one, [&] { type_node(one); });
        if (takes_declared_ && !has_outputs(*one)) {
            take_declared(one);
        }
        if (!wanted_.empty()) {
            waiting_nodes_[one] = wanted_;
        }
    }
    for (const value_declaration &one : from_.outputs) {
        check_output(one);
    }
}

std::set<node_pointer> typist::needed_nodes() const {
    std::map<std::string, std::vector<node_pointer>> makers;
    for (const node_pointer &one : from_.nodes) {
        for (const std::string &output : one->outputs) {
            makers[output].push_back(one);
        }
    }
    std::vector<std::string> wanted;
    for (const value_declaration &one : from_.outputs) {
        wanted.push_back(one.name);
    }
    std::set<node_pointer> needed;
    while (!wanted.empty()) {
        const std::string value = std::move(wanted.back());
        wanted.pop_back();
        for (const node_pointer &maker : makers[value]) {
            if (!value.empty() && needed.insert(maker).second) {
                const std::vector<std::string> reads = model::reads_of(*maker);
                wanted.insert(wanted.end(), reads.begin(), reads.end());
            }
        }
    }
    return needed;
}

bool typist::has_outputs(const node &one) const {
    return std::any_of(one.outputs.begin(), one.outputs.end(), [&](const std::string &output) {
        return !output.empty() && is_known(output);
    });
}

void typist::check_operator(const node &one) {
    const operator_row *row = operator_table::all().find(one.op);
    if (row == nullptr) {
        const bool is_own = one.op.find('.') == std::string::npos;
        refuse(one, "operator " + one.op +
                        (is_own ? " of opset " + std::to_string(from_.opset) : "") +
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
    if (first_output(one).empty()) {
        refuse(one, "has no output");
    }
}

void typist::refuse(const node &one, const std::string &problem) {
    problems_.add(one.subject(), problem);
    refused_.insert(first_output(one));
}

void typist::want(const node &one, const std::vector<std::string> &values) {
    const std::vector<std::string> reads = model::reads_of(one);
    const auto is_read = [&](const std::string &value) {
        return std::find(reads.begin(), reads.end(), value) != reads.end();
    };
    const auto is_open = [&](const std::string &value) {
        return !value.empty() && !made_.is_constant(value);
    };
    const bool are_read = !values.empty() && std::all_of(values.begin(), values.end(), is_read);
    const std::vector<std::string> &all = are_read ? values : reads;
    wanted_.clear();
    std::copy_if(all.begin(), all.end(), std::back_inserter(wanted_), is_open);
}

void typist::type_node(const node_pointer &one) {
    if (has_outputs(*one)) {
        return; // what is made twice is told with the order of nodes
    }
    const std::vector<std::string> reads = model::reads_of(*one);
    const bool all_known = std::all_of(reads.begin(), reads.end(), [&](const std::string &input) {
        return input.empty() || is_known(input);
    });
    if (!all_known || refused_.count(first_output(*one)) != 0) {
        return;
    }
    try {
        define(with_first_output(one));
        return;
    } catch (const told &) {
        refused_.insert(first_output(*one));
        if (!wanted_.empty()) {
            want(*one, std::vector<std::string>(wanted_));
        }
    } catch (const unknown_value &reason) {
        refuse(*one, reason.what());
        waiting_++;
        want(*one, reason.values());
    } catch (const refusal &reason) {
        refuse(*one, reason.what());
    } catch (const user_error &reason) { // of sizes
        refuse(*one, reason.problem());
    }
    for (const std::string &output : one->outputs) { // some may have been there before
        made_.types.erase(output);
        made_.constants.erase(output);
        sequences_.erase(output);
    }
}

void typist::define(const node_pointer &given) {
    const operator_row &row = typed_graph::row_of(*given);
    if (given->op == "Identity" && given->inputs.size() == 1 &&
        sequence(given->inputs[0]) != nullptr) {
        sequences_[given->outputs.front()] = *sequence(given->inputs[0]);
        return;
    }
    require_tensors(*given, row);
    const node_pointer one = with_places_inside(given, row);
    const node_call call = made_.call_of(one);
    if (is_of_integers(row, call)) {
        return;
    }
    if (row.expand && (!row.expands || row.expands(call))) {
        expand(row, call);
        return;
    }
    const std::vector<tensor_type> types = row.types(call);
    for (const tensor_type &type : types) {
        if (const std::string reason = why_too_large(type); !reason.empty()) {
            throw refusal("its output " + reason);
        }
    }
    if (have_no_elements(types)) {
        std::vector<tensor> values;
        std::transform(types.begin(), types.end(), std::back_inserter(values), nothing_of);
        fold(*one, values);
        return;
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
        throw unknown_value({}, "does not follow from constants and sizes alone, and is supported "
                                "only where it does");
    }
    for (std::size_t i = 0; i < types.size() && i < one->outputs.size(); i++) {
        made_.types[one->outputs[i]] = types[i];
    }
    made_.nodes.push_back(one);
}

const std::vector<std::string> *typist::sequence(const std::string &value) const {
    const auto found = sequences_.find(value);
    return found == sequences_.end() ? nullptr : &found->second;
}

void typist::require_tensors(const node &one, const operator_row &row) const {
    for (const std::string &input : one.inputs) {
        if (sequence(input) != nullptr && !row.takes_sequences) {
            throw refusal("input \"" + input + "\" is a sequence, must be a tensor");
        }
    }
}

tensor_list typist::inputs_of(const node &one) const {
    tensor_list values;
    for (const std::string &input : one.inputs) {
        values.push_back(input.empty() ? nullptr : made_.constant(input));
    }
    return values;
}

void typist::fold(const node &one, std::vector<tensor> values) {
    for (std::size_t i = 0; i < values.size() && i < one.outputs.size(); i++) {
        made_.types[one.outputs[i]] = values[i].type();
        made_.constants[one.outputs[i]] = std::move(values[i]);
    }
}

} // namespace tiramisu::graph
