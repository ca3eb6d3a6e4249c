#include "graph/typing/graph_cut.h"

#include <algorithm>
#include <functional>
#include <set>

#include "graph/model/declared_value.h"
#include "graph/typing/typist.h"

namespace tiramisu::graph {

namespace {

using value_names = std::set<std::string>;
using node_set = std::set<node_pointer>;

class cutter {
public:
    cutter(const model &of, source_place where) : of_(of), part_(typist(of, where).part()) {
        for (const node_pointer &one : of.nodes) {
            for (const std::string &output : one->outputs) {
                makers_[output] = one;
            }
        }
        for (const auto &[waiting, values] : part_.waiting) {
            if (is_decided(*waiting, values)) {
                add(waiting, decided_);
            } else {
                want(values);
            }
        }
        for (const node_pointer &one : of.nodes) {
            if (part_.needed.count(one) != 0 && !is_typed(*one) && decided_.count(one) == 0) {
                add(one, rest_);
            }
        }
    }

    graph_cut made() const {
        graph_cut cut;
        cut.first = part_of([&](const node_pointer &one) { return is_typed(*one); });
        cut.decided = part_of([&](const node_pointer &one) { return decided_.count(one) != 0; });
        cut.rest = part_of([&](const node_pointer &one) { return rest_.count(one) != 0; });
        cut.first.inputs = of_.inputs;
        cut.first.constants = of_.constants;
        cut.wanted = {wanted_.begin(), wanted_.end()};
        cut.reads_of_decided = reads_of(decided_);
        cut.reads_of_rest = reads_of(rest_);
        for (const value_declaration &one : of_.outputs) {
            maker_of(one.name, cut).outputs.push_back(one);
        }
        for (const std::string &value : cut.reads_of_decided) {
            add_output(value, cut);
        }
        for (const std::string &value : cut.reads_of_rest) {
            add_output(value, cut);
        }
        leave_out_what_is_known(cut);
        return cut;
    }

private:
    const model &of_;
    typed_part part_;
    std::map<std::string, node_pointer> makers_;
    node_set decided_, rest_; ///< with nodes for sequences, which others have, too
    value_names wanted_;

    bool is_sequence(const std::string &value) const { return part_.sequences.count(value) != 0; }
    bool is_constant(const std::string &value) const { return part_.constants.count(value) != 0; }
    bool is_typed(const node &one) const {
        return std::any_of(one.outputs.begin(), one.outputs.end(), [&](const std::string &name) {
            return part_.types.count(name) != 0 || is_sequence(name);
        });
    }

    /// Others wait until what they want is a constant: what makes a sequence has no result that is
    /// passed on, and what holds graphs is better compiled, once a value says what becomes of it.
    bool is_decided(const node &one, const std::vector<std::string> &wanted) const {
        const std::vector<std::string> reads = model::reads_of(one);
        const bool wants_all =
            std::all_of(reads.begin(), reads.end(), [&](const std::string &value) {
                return value.empty() || is_constant(value) ||
                       std::find(wanted.begin(), wanted.end(), value) != wanted.end();
            });
        return !makes_sequences(one) &&
               (wants_all || one.op == "Loop" || !typed_graph::row_of(one).takes_sequences);
    }

    /// Its outputs are no values of a type: whoever reads them as sequences tells.
    bool makes_sequences(const node &one) const {
        static const value_names readers = {"ConcatFromSequence", "SequenceAt", "SequenceErase",
                                            "SequenceInsert", "SequenceLength"};
        return one.op == "SplitToSequence" ||
               std::any_of(of_.nodes.begin(), of_.nodes.end(), [&](const node_pointer &other) {
                   return readers.count(other->op) != 0 &&
                          std::find(one.outputs.begin(), one.outputs.end(),
                                    other->inputs.front()) != one.outputs.end();
               });
    }

    /// With the nodes that make sequences for it: none is passed on.
    void add(const node_pointer &one, node_set &to) {
        if (to.insert(one).second) {
            for (const std::string &value : model::reads_of(*one)) {
                if (is_sequence(value)) {
                    add(makers_.at(value), to);
                }
            }
        }
    }

    /// A sequence is known where all is that its nodes read.
    void want(const std::vector<std::string> &values) {
        for (const std::string &value : values) {
            if (is_sequence(value)) {
                want(model::reads_of(*makers_.at(value)));
            } else if (!value.empty() && !is_constant(value)) {
                wanted_.insert(value);
            }
        }
    }

    /// Whether it is made for the first time there.
    bool is_made_by(const node_set &all, const std::string &value) const {
        const auto maker = makers_.find(value);
        return maker != makers_.end() && all.count(maker->second) != 0 && !is_typed(*maker->second);
    }
    model &maker_of(const std::string &value, graph_cut &cut) const {
        return is_made_by(decided_, value) ? cut.decided
               : is_made_by(rest_, value)  ? cut.rest
                                           : cut.first;
    }

    /// Values that these nodes do not make.
    std::vector<std::string> reads_of(const node_set &all) const {
        value_names reads;
        for (const node_pointer &one : all) {
            for (const std::string &value : model::reads_of(*one)) {
                if (!value.empty() && !is_sequence(value) && !is_made_by(all, value)) {
                    reads.insert(value);
                }
            }
        }
        return {reads.begin(), reads.end()};
    }

    model part_of(const std::function<bool(const node_pointer &)> &has) const {
        model made;
        made.name = of_.name;
        made.opset = of_.opset;
        std::copy_if(of_.nodes.begin(), of_.nodes.end(), std::back_inserter(made.nodes), has);
        return made;
    }

    void add_output(const std::string &value, graph_cut &cut) const {
        model &maker = maker_of(value, cut);
        if (find(maker.outputs, value) == nullptr) {
            maker.outputs.push_back({value, p_none, {}, false});
        }
    }

    /// Constants and inputs of the network are no outputs of the first part.
    void leave_out_what_is_known(graph_cut &cut) const {
        std::vector<value_declaration> outputs;
        for (const value_declaration &one : cut.first.outputs) {
            const auto constant = part_.constants.find(one.name);
            if (constant != part_.constants.end()) {
                cut.known.insert(*constant);
            } else if (find(of_.inputs, one.name) == nullptr) {
                outputs.push_back(declared(one.name, part_.types.at(one.name)));
            }
        }
        cut.first.outputs = std::move(outputs);
    }
};

} // namespace

model graph_cut::decided_by(const std::map<std::string, tensor> &values) const {
    model made = decided;
    for (const std::string &name : reads_of_decided) {
        made.constants.emplace(name, values.at(name));
    }
    return made;
}

model graph_cut::rest_after(const std::map<std::string, tensor> &values) const {
    model made = rest;
    for (const std::string &name : reads_of_rest) {
        const tensor &value = values.at(name);
        if (known.count(name) != 0 ||
            std::find(wanted.begin(), wanted.end(), name) != wanted.end()) {
            made.constants.emplace(name, value);
        } else {
            made.inputs.push_back(declared(name, value.type()));
        }
    }
    return made;
}

graph_cut cut_at_unknown_values(const model &bound, source_place where) {
    return cutter(bound, where).made();
}

model bound_to(const model &network, const std::map<std::string, tensor> &inputs,
               const std::string &call, source_place where) {
    std::map<std::string, shape> sizes;
    for (const auto &[name, values] : inputs) {
        sizes[name] = values.extents();
    }
    for (const value_declaration &one : network.inputs) {
        const auto given = inputs.find(one.name);
        if (given == inputs.end() || given->second.elements() != one.elements) {
            throw user_error("network \"" + network.name + "\"", call,
                             "input " + one.text() + " is " +
                                 (given == inputs.end()
                                      ? "missing"
                                      : "given as " + to_text(given->second.type())),
                             where);
        }
    }
    return network.bound(sizes, where);
}

} // namespace tiramisu::graph
