#include "graph/operators/expansion.h"

#include <numeric>

#include "graph/operators/numbers.h"

namespace tiramisu::graph {

const std::string &expansion::input(std::size_t i) const {
    const std::vector<std::string> &inputs = call.what().inputs;
    if (i >= inputs.size() || sequence(inputs[i]) == nullptr) {
        call.type(i); // refuses
    }
    return inputs[i];
}

std::string expansion::add(const std::string &op, const std::vector<std::string> &inputs,
                           const attributes &with) {
    return add_many(op, inputs, 1, with).front();
}

std::string expansion::integers(const std::vector<std::int64_t> &values) {
    return constant({shape{static_cast<std::int64_t>(values.size())}, values});
}

std::string expansion::number(double value, primitive_t type) {
    return constant(tensor_of({type, {}}, std::vector<double>{value}));
}

std::string expansion::like(const std::string &value, double number) {
    return this->number(number, type(value).elements);
}

std::string expansion::reshaped(const std::string &value, const shape &extents) {
    return add("Reshape", {value, integers(extents)}, {{"allowzero", std::int64_t{1}}});
}

std::string expansion::transposed(const std::string &value,
                                  const std::vector<std::int64_t> &order) {
    return add("Transpose", {value}, {{"perm", order}});
}

std::string expansion::transposed_where(const std::string &flag, const std::string &value) {
    const std::size_t rank = extents(value).size();
    if (call.integer(flag, 0) == 0 || rank < 2) {
        return value;
    }
    std::vector<std::int64_t> order(rank);
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[rank - 1], order[rank - 2]);
    return transposed(value, order);
}

std::string expansion::scaled(const std::string &value, double factor) {
    return factor == 1 ? value : add("Mul", {value, like(value, factor)});
}

std::string expansion::with_added(const std::string &value, std::size_t i) {
    return has(i) ? add("Add", {value, input(i)}) : value;
}

std::string expansion::cast(const std::string &value, primitive_t type) {
    return this->type(value).elements == type
               ? value
               : add("Cast", {value}, {{"to", number_of_type(type)}});
}

std::string expansion::sliced(const std::string &value, std::int64_t axis, std::int64_t first,
                              std::int64_t end, std::int64_t step) {
    return add("Slice",
               {value, integers({first}), integers({end}), integers({axis}), integers({step})});
}

std::string expansion::reduced(const std::string &op, const std::string &value,
                               const std::vector<std::int64_t> &axes, bool keeps) {
    return add(op, {value}, {{"axes", axes}, {"keepdims", std::int64_t{keeps ? 1 : 0}}});
}

std::string expansion::concatenated(const std::vector<std::string> &values, std::int64_t axis) {
    return values.size() == 1 ? values.front() : add("Concat", values, {{"axis", axis}});
}

bool expansion::needs(std::size_t output) const {
    const auto &outputs = call.what().outputs;
    return output < outputs.size() && !outputs[output].empty();
}

} // namespace tiramisu::graph
