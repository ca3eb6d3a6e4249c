#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "tiramisu/graph/model.h"

namespace tiramisu::graph {

/// Why a node cannot be computed; whoever catches it says which node.
class refusal : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// It could be, if these values were known while compiling.
class unknown_value : public refusal {
public:
    unknown_value(std::vector<std::string> values, const std::string &reason)
        : refusal(reason), values_(std::move(values)) {}

    const std::vector<std::string> &values() const { return values_; }

private:
    std::vector<std::string> values_;
};

/// A node with what is known of its inputs: what operators are asked about.
class node_call {
public:
    struct known_input {
        bool is_given = false;
        tensor_type type;
        const tensor *value = nullptr; ///< null: known at run time only
    };

    node_call(node_pointer what, int opset, std::vector<known_input> inputs)
        : what_(std::move(what)), opset_(opset), inputs_(std::move(inputs)) {}

    const node &what() const { return *what_; }
    int opset() const { return opset_; }

    std::size_t input_count() const { return inputs_.size(); }
    bool has_input(std::size_t i) const { return i < inputs_.size() && inputs_[i].is_given; }
    /// Throws refusal if there is none.
    const tensor_type &type(std::size_t i) const;
    const shape &extents(std::size_t i) const { return type(i).extents; }
    /// Null: it is not there, or not known while compiling.
    const tensor *value(std::size_t i) const;
    /// What is thrown where the node needs an input's value while compiling: it needs those of all
    /// further ones, too, where that is said.
    unknown_value unknown(std::size_t i, const std::string &reason, bool and_further = false) const;
    /// Throws unknown_value for this reason where it is not known while compiling, refusal where it
    /// is missing.
    const tensor &known(std::size_t i, const std::string &reason) const;
    /// The integers of a constant input. Throws unknown_value if they are not known.
    std::vector<std::int64_t> integers(std::size_t i, const std::string &called) const;

    // Attributes; throw refusal where one is of another kind.

    bool has(const std::string &name) const { return what_->attributes.count(name) != 0; }
    std::int64_t integer(const std::string &name, std::int64_t otherwise) const;
    float real(const std::string &name, float otherwise) const;
    std::string text(const std::string &name, const std::string &otherwise) const;
    std::vector<std::int64_t> integers(const std::string &name,
                                       std::vector<std::int64_t> otherwise) const;
    /// Nothing where it is left out.
    std::vector<float> reals(const std::string &name) const;
    std::vector<std::string> texts(const std::string &name) const;

    /// An axis of a tensor of that rank, counted from its end where it is negative. Throws refusal.
    static std::size_t axis_of(std::int64_t axis, std::size_t rank);

private:
    node_pointer what_;
    int opset_;
    std::vector<known_input> inputs_;

    template <typename T>
    T attribute_or(const std::string &name, T otherwise, const char *kind) const;
    template <typename List>
    List list_attribute(const std::string &name) const;
};

} // namespace tiramisu::graph
