#include "tiramisu/graph/partition.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "graph/model/declared_value.h"
#include "graph/typing/node_order.h"
#include "graph/typing/typist.h"

namespace tiramisu::graph {

namespace {

/// A part that is left makes something for others whose type nobody declares.
class no_type : public internal_error {
public:
    no_type() : internal_error("a part of a network hands on a value without a type") {}
};

/// Nodes get stages, supported ones even numbers and the others odd ones: the lowest that is not
/// below those of what they read. The nodes of a stage are a part.
class partitioner {
public:
    /// `all_behind`: what reads what is left is left, too, whatever is declared.
    partitioner(const model &of, bool all_behind, source_place where)
        : of_(of), share_(typist(of, where).share()) {
        problem_list none; // it has been told
        for (const node_pointer &one : in_order_of_reads(of, none)) {
            if (share_.needed.count(one) != 0) {
                order_.push_back(one);
            }
        }
        for (const node_pointer &one : order_) {
            for (const std::string &output : one->outputs) {
                makers_[output] = one;
            }
        }
        refuse_unknown_outputs();
        for (const node_pointer &one : order_) {
            stages_[one] = lowest_stage(*one, is_refused(one));
            if (all_behind && stages_[one] > 1) {
                share_.refused[one];
                stages_[one] = 1;
            }
        }
        delay_what_has_no_type();
        note_reads();
    }

    std::vector<network_part> parts() const {
        std::set<int> numbers;
        for (const auto &[node, stage] : stages_) {
            if (!makes_sequences(*node)) {
                numbers.insert(stage);
            }
        }
        std::vector<network_part> made;
        for (const int stage : numbers) {
            network_part one = part_of(stage);
            if (!one.network.outputs.empty()) { // else it makes constants, which others have
                made.push_back(std::move(one));
            }
        }
        if (made.empty() || (made.size() == 1 && made.front().is_supported)) {
            return {{of_, true, {}}};
        }
        add_outputs_of_no_node(made.front().network);
        for (std::size_t i = 0; i < made.size(); i++) {
            made[i].network.name = of_.name + "_" + std::to_string(i + 1);
        }
        return made;
    }

private:
    const model &of_;
    typed_share share_;
    std::vector<node_pointer> order_;
    std::map<std::string, node_pointer> makers_;
    std::map<node_pointer, int> stages_;
    std::map<std::string, int> last_reads_; ///< the last stage that reads a value

    bool is_refused(const node_pointer &one) const { return share_.refused.count(one) != 0; }
    bool is_constant(const std::string &value) const { return share_.constants.count(value) != 0; }
    bool is_typed(const std::string &value) const { return share_.types.count(value) != 0; }

    /// Sequences are handed on by no part: their nodes are in the parts that read them.
    bool makes_sequences(const node &one) const {
        return std::any_of(one.outputs.begin(), one.outputs.end(), [&](const std::string &output) {
            return share_.sequences.count(output) != 0;
        });
    }

    /// Null for what no node makes, or need not make.
    node_pointer maker_of(const std::string &value) const {
        const auto found = makers_.find(value);
        return value.empty() || found == makers_.end() || is_constant(value) ? nullptr
                                                                             : found->second;
    }

    /// A node some of whose outputs are supported alone is left where the others are needed.
    void refuse_unknown_outputs() {
        std::set<std::string> wanted;
        for (const value_declaration &one : of_.outputs) {
            wanted.insert(one.name);
        }
        for (const node_pointer &one : order_) {
            for (const std::string &value : model::reads_of(*one)) {
                wanted.insert(value);
            }
        }
        for (const node_pointer &one : order_) {
            for (const std::string &output : one->outputs) {
                if (!output.empty() && wanted.count(output) != 0 && !is_refused(one) &&
                    !is_typed(output) && share_.sequences.count(output) == 0) {
                    share_.refused[one].push_back(one->subject() + ": output \"" + output +
                                                  "\" is not supported");
                }
            }
        }
    }

    int lowest_stage(const node &one, bool is_left) const {
        int stage = is_left ? 1 : 0;
        for (const std::string &value : model::reads_of(one)) {
            if (const node_pointer maker = maker_of(value); maker != nullptr) {
                const int before = stages_.at(maker);
                const bool is_same_kind = before % 2 == stage % 2;
                stage = std::max(stage, is_same_kind ? before : before + 1);
            }
        }
        return stage;
    }

    /// A value without a type cannot be handed on: what makes it moves to what reads it first.
    void delay_what_has_no_type() {
        std::map<node_pointer, int> first_reader;
        for (auto one = order_.rbegin(); one != order_.rend(); ++one) {
            const auto wanted = first_reader.find(*one);
            if (wanted != first_reader.end()) {
                stages_[*one] = std::max(stages_[*one], wanted->second);
            }
            for (const std::string &value : model::reads_of(**one)) {
                const node_pointer maker = maker_of(value);
                if (maker == nullptr || is_typed(value) || share_.sequences.count(value) != 0) {
                    continue;
                }
                const auto [known, is_new] = first_reader.emplace(maker, stages_[*one]);
                known->second = std::min(known->second, stages_[*one]);
            }
        }
    }

    /// What makes a sequence is where that is read, which may be in the last stage.
    void note_reads() {
        for (const auto &[reader, stage] : stages_) {
            for (const std::string &value : model::reads_of(*reader)) {
                const node_pointer maker = maker_of(value);
                if (maker != nullptr && stages_.at(maker) > stage) {
                    throw no_type();
                }
                int &last = last_reads_[value];
                last = std::max(last,
                                makes_sequences(*reader) ? std::numeric_limits<int>::max() : stage);
            }
        }
    }

    network_part part_of(int stage) const {
        network_part made;
        made.is_supported = stage % 2 == 0;
        made.network.name = of_.name;
        made.network.opset = of_.opset;
        made.network.domains = of_.domains;
        const std::set<node_pointer> members = members_of(stage);
        for (const node_pointer &one : order_) {
            if (members.count(one) != 0) {
                made.network.nodes.push_back(one);
                const auto reasons = share_.refused.find(one);
                if (reasons != share_.refused.end()) {
                    made.why_not.insert(made.why_not.end(), reasons->second.begin(),
                                        reasons->second.end());
                }
            }
        }
        add_reads(made.network, members);
        add_outputs(made.network, stage);
        if (!made.is_supported) {
            widen_results(made.network);
        }
        return made;
    }

    /// Constants of 16-bit floats are floats here, so what others compute with them has to be, too.
    static void widen_results(model &of) {
        constexpr std::int64_t whole = 1, half = 10, brain = 16; // floats, as ONNX numbers types
        std::vector<node_pointer> nodes;
        for (const node_pointer &one : of.nodes) {
            const std::int64_t made = type_attribute(*one, one->op == "Cast" ? "to" : "dtype");
            if (one->outputs.size() != 1 || (made != half && made != brain)) {
                nodes.push_back(one);
                continue;
            }
            node narrow = *one, wide{"", "Cast", {one->outputs[0] + "@narrow"}, one->outputs, {}};
            narrow.outputs = wide.inputs;
            wide.attributes["to"] = whole;
            nodes.push_back(std::make_shared<const node>(std::move(narrow)));
            nodes.push_back(std::make_shared<const node>(std::move(wide)));
        }
        of.nodes = std::move(nodes);
    }

    /// -1: there is none.
    static std::int64_t type_attribute(const node &of, const std::string &name) {
        const auto found = of.attributes.find(name);
        const auto *const number =
            found == of.attributes.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
        return number == nullptr ? -1 : *number;
    }

    std::set<node_pointer> members_of(int stage) const {
        std::set<node_pointer> members;
        for (const node_pointer &one : order_) {
            if (stages_.at(one) == stage && !makes_sequences(*one)) {
                add(one, members);
            }
        }
        return members;
    }

    /// With the nodes that make sequences for it.
    void add(const node_pointer &one, std::set<node_pointer> &to) const {
        if (!to.insert(one).second) {
            return;
        }
        for (const std::string &value : model::reads_of(*one)) {
            const node_pointer maker = maker_of(value);
            if (maker != nullptr && share_.sequences.count(value) != 0) {
                add(maker, to);
            }
        }
    }

    /// What the part reads and does not make: constants, and inputs.
    void add_reads(model &part, const std::set<node_pointer> &members) const {
        std::set<std::string> seen;
        for (const node_pointer &one : part.nodes) {
            for (const std::string &value : model::reads_of(*one)) {
                const auto maker = makers_.find(value); // which may make a constant
                const bool is_made = maker != makers_.end() && members.count(maker->second) != 0;
                if (value.empty() || is_made || !seen.insert(value).second) {
                    continue;
                }
                const auto constant = share_.constants.find(value);
                // An input without elements is known, and an input none the less.
                const bool is_input = find(of_.inputs, value) != nullptr;
                if (constant != share_.constants.end() && !is_input) {
                    part.constants.insert(*constant);
                } else {
                    part.inputs.push_back(declaration_of(value));
                }
            }
        }
    }

    value_declaration declaration_of(const std::string &value) const {
        const auto type = share_.types.find(value);
        if (type == share_.types.end()) {
            throw no_type();
        }
        return declared(value, type->second);
    }

    void add_outputs(model &part, int stage) const {
        for (const node_pointer &one : part.nodes) {
            for (const std::string &value : one->outputs) {
                if (value.empty()) {
                    continue;
                }
                if (const auto *const output = find(of_.outputs, value)) {
                    part.outputs.push_back(*output);
                } else if (maker_of(value) != nullptr && is_read_after(value, stage)) {
                    part.outputs.push_back(declaration_of(value));
                }
            }
        }
    }

    bool is_read_after(const std::string &value, int stage) const {
        const auto last = last_reads_.find(value);
        return share_.sequences.count(value) == 0 && last != last_reads_.end() &&
               last->second > stage;
    }

    /// Outputs that are inputs or constants.
    void add_outputs_of_no_node(model &to) const {
        for (const value_declaration &one : of_.outputs) {
            if (makers_.count(one.name) != 0) {
                continue;
            }
            to.outputs.push_back(one);
            const auto constant = of_.constants.find(one.name);
            const value_declaration *const input = find(of_.inputs, one.name);
            if (constant != of_.constants.end()) {
                to.constants.insert(*constant);
            } else if (input != nullptr && find(to.inputs, one.name) == nullptr) {
                to.inputs.push_back(*input);
            }
        }
    }
};

} // namespace

std::vector<network_part> partition(const model &bound, source_place where) {
    try {
        return partitioner(bound, false, where).parts();
    } catch (const no_type &) {
        return partitioner(bound, true, where).parts();
    }
}

} // namespace tiramisu::graph
