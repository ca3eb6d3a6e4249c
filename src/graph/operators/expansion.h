#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "graph/operators/node_call.h"

namespace tiramisu::graph {

/// (integers - zero) * scale, all of them values. `zero` and `scale` are single numbers, or one for
/// each place along an axis; no `zero`: it is 0.
struct quantization {
    std::string integers, scale, zero;
    std::int64_t axis = 0;
};

/// Writes a node as others, whose types are known as soon as they are there: what operators that
/// ONNX itself defines by others are asked to do. All throw refusal.
class expansion {
public:
    using attributes = std::map<std::string, attribute>;

    explicit expansion(node_call of) : call(std::move(of)) {}
    expansion(const expansion &) = delete;
    expansion &operator=(const expansion &) = delete;
    virtual ~expansion() = default;

    const node_call call; ///< the node that goes

    bool has(std::size_t i) const { return call.has_input(i); }
    /// The value that the node reads there.
    const std::string &input(std::size_t i) const;
    /// The same, or nothing where it is left out.
    std::string input_or_nothing(std::size_t i) const { return has(i) ? input(i) : ""; }

    virtual const tensor_type &type(const std::string &value) const = 0;
    /// Null: not known while compiling.
    virtual const tensor *known(const std::string &value) const = 0;
    const shape &extents(const std::string &value) const { return type(value).extents; }
    /// What a value stands for that was made of integers; null: it was not.
    virtual const quantization *quantization_of(const std::string &value) const = 0;
    virtual void stands_for(const std::string &value, const quantization &of) = 0;
    /// The tensors of a sequence; null: it is none.
    virtual const std::vector<std::string> *sequence(const std::string &value) const = 0;

    /// A node's first output, or all of them.
    std::string add(const std::string &op, const std::vector<std::string> &inputs,
                    const attributes &with = {});
    virtual std::vector<std::string> add_many(const std::string &op,
                                              const std::vector<std::string> &inputs,
                                              std::size_t outputs, const attributes &with) = 0;
    virtual std::string constant(const tensor &values) = 0;
    /// A list of integers.
    std::string integers(const std::vector<std::int64_t> &values);
    /// A number with elements of that type.
    std::string number(double value, primitive_t type);
    /// A number of the type of a value.
    std::string like(const std::string &value, double number);

    // Often needed.

    std::string reshaped(const std::string &value, const shape &extents);
    std::string transposed(const std::string &value, const std::vector<std::int64_t> &order);
    /// The matrices in the last two dimensions, transposed where the node's attribute is not 0; a
    /// value of fewer dimensions stays as it is.
    std::string transposed_where(const std::string &flag, const std::string &value);
    /// A value times a number.
    std::string scaled(const std::string &value, double factor);
    /// A value plus one that the node reads there; itself where that is left out.
    std::string with_added(const std::string &value, std::size_t i);
    std::string cast(const std::string &value, primitive_t type);
    /// Elements from `first` to before `end` along an axis.
    std::string sliced(const std::string &value, std::int64_t axis, std::int64_t first,
                       std::int64_t end, std::int64_t step = 1);
    /// Sum, mean, ... along axes, which stay with one element.
    std::string reduced(const std::string &op, const std::string &value,
                        const std::vector<std::int64_t> &axes, bool keeps = true);
    std::string concatenated(const std::vector<std::string> &values, std::int64_t axis);

    /// The value is that output of the node.
    virtual void result(std::size_t output, const std::string &value) = 0;
    virtual void result_sequence(std::size_t output, const std::vector<std::string> &values) = 0;
    /// Whether anything reads an output.
    bool needs(std::size_t output) const;

    /// Nodes of a graph inside of the node, with these values for its inputs; its outputs.
    virtual std::vector<std::string> inside(const model &graph,
                                            const std::vector<std::string> &inputs) = 0;
    /// The same of a graph that is taken where `condition` holds, a boolean of no dimensions, and
    /// is computed in any case: what would be refused else must not be where it is not taken.
    /// Nothing where something in it is not supported, or wrong; `why` is what, then.
    virtual std::optional<std::vector<std::string>>
    inside_if_possible(const model &graph, const std::vector<std::string> &inputs,
                       const std::string &condition, std::string &why) = 0;
};

} // namespace tiramisu::graph
