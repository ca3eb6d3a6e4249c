#pragma once

#include <set>
#include <string>
#include <vector>

#include "graph/model/problem_list.h"
#include "graph/typing/typed_graph.h"

namespace tiramisu::graph {

/// What typing has found out of a network that it does not know as a whole.
struct typed_values {
    std::map<std::string, tensor_type> types;
    std::map<std::string, tensor> constants;
    std::set<std::string> sequences;
    std::set<node_pointer> needed; ///< by outputs; others are left out
};

/// Of a network some of whose types follow from values that it computes.
struct typed_part : typed_values {
    /// Nodes that cannot be typed before these values are known.
    std::map<node_pointer, std::vector<std::string>> waiting;
};

/// Of a network that is supported in part: values of other nodes have the types that it declares.
struct typed_share : typed_values {
    /// Needed nodes that are not supported, or read what has no type, with what is wrong.
    std::map<node_pointer, std::vector<std::string>> refused;
};

/// Finds types and constants of one node after the other.
class typist {
public:
    typist(const model &from, source_place where) : from_(from), where_(where) {}

    /// Throws unsupported_error with all that is wrong.
    typed_graph typed();
    /// Throws unsupported_error where something is wrong that no value mends.
    typed_part part();
    /// Throws unsupported_error where something is wrong with the network itself.
    typed_share share();

private:
    class node_expansion;
    /// What is wrong with a node has been told already, of a node inside.
    struct told {};

    /// Nodes inside of nodes, and inside of these.
    static constexpr int deepest = 64;
    /// Of all that nodes become: a loop may be unrolled, and hold loops.
    static constexpr std::size_t most_nodes = 100000;

    const model &from_;
    source_place where_;
    typed_graph made_;
    problem_list problems_;
    std::set<std::string> refused_;                             ///< nodes' first outputs
    std::map<std::string, std::vector<std::string>> sequences_; ///< and what each holds
    std::map<std::string, quantization> quantized_; ///< values that were made of integers
    std::map<node_pointer, std::vector<std::string>> waiting_nodes_; ///< see typed_part
    std::vector<std::string> wanted_;     ///< by the last node, of the network or inside of one
    std::size_t waiting_ = 0;             ///< of the problems, those that values mend
    std::vector<std::string> conditions_; ///< of graphs around, each with those before it
    std::set<node_pointer> needed_;
    std::map<node_pointer, std::vector<std::string>> reasons_; ///< see typed_share
    bool takes_declared_ = false;   ///< types of what is not typed are those that are declared
    std::size_t unknown_reads_ = 0; ///< of the reasons, those that are no problems
    int depth_ = 0;
    std::size_t fresh_ = 0; ///< names that have been made

    /// Empty: it is not. Positions in a value are 32-bit numbers in generated code.
    static std::string why_too_large(const tensor_type &type);
    /// What has no elements is known while compiling, whatever it follows from.
    static tensor nothing_of(const tensor_type &type);
    /// The tensors of a sequence; null: it is none.
    const std::vector<std::string> *sequence(const std::string &value) const;
    void type_nodes();
    /// Nodes that outputs need: what is wrong with others does not matter.
    std::set<node_pointer> needed_nodes() const;
    /// When all nodes are typed. Leaves nothing behind.
    typed_values take_values();
    /// Does something with a node, and keeps what is found wrong with it.
    template <typename Do>
    void noting_reasons(const node_pointer &of, const Do &what) {
        const std::size_t before = problems_.count();
        what();
        for (std::size_t i = before; i < problems_.count(); i++) {
            reasons_[of].push_back(problems_[i]);
        }
    }
    bool has_outputs(const node &one) const;
    /// Gives what a node makes, which has no type, the types that the network declares.
    void take_declared(const node_pointer &one);
    bool is_known(const std::string &value) const {
        return made_.types.count(value) != 0 || sequence(value) != nullptr;
    }
    void check_opset();
    void require_names();
    void declare_values();
    /// What needs no types.
    void check_operator(const node &one);
    void refuse(const node &one, const std::string &problem);
    /// Those that the node reads. What is made inside of it follows from all that it reads.
    void want(const node &one, const std::vector<std::string> &values);
    /// Where something that it reads is not known, that has been told.
    void type_node(const node_pointer &one);
    /// Throws refusal.
    void define(const node_pointer &one);
    /// The node, or, where it may not be taken, one whose places lie inside then: see operator_row.
    node_pointer with_places_inside(const node_pointer &one, const operator_row &row);
    /// Throws refusal where an operator of tensors reads a sequence.
    void require_tensors(const node &one, const operator_row &row) const;
    tensor_list inputs_of(const node &one) const;
    void fold(const node &one, std::vector<tensor> values);
    void check_output(const value_declaration &one);
    /// One that is an input, too, becomes a copy of it.
    void add_output(const std::string &name);

    /// Whether a node was written with the integers that its inputs were made of.
    bool is_of_integers(const operator_row &row, const node_call &call);
    /// Writes a node as others. Throws refusal, or told.
    void expand(const operator_row &row, const node_call &call);
    /// Nodes of a graph inside of a node, whose own names get the place before them; its outputs.
    std::vector<std::string> inside(const model &graph, const std::vector<std::string> &inputs,
                                    const std::string &place);
};

} // namespace tiramisu::graph
