#include "graph/operators/node_call.h"

namespace tiramisu::graph {

const tensor_type &node_call::type(std::size_t i) const {
    if (!has_input(i)) {
        throw refusal("input " + std::to_string(i + 1) + " is missing");
    }
    return inputs_[i].type;
}

const tensor *node_call::value(std::size_t i) const {
    return has_input(i) ? inputs_[i].value : nullptr;
}

unknown_value node_call::unknown(std::size_t i, const std::string &reason, bool and_further) const {
    std::vector<std::string> values = {what_->inputs.at(i)};
    for (std::size_t next = i + 1; and_further && next < inputs_.size(); next++) {
        if (inputs_[next].is_given && inputs_[next].value == nullptr) {
            values.push_back(what_->inputs[next]);
        }
    }
    return {values, reason};
}

const tensor &node_call::known(std::size_t i, const std::string &reason) const {
    if (!has_input(i)) {
        throw refusal("input " + std::to_string(i + 1) + " is missing");
    }
    if (inputs_[i].value == nullptr) {
        throw unknown(i, reason);
    }
    return *inputs_[i].value;
}

std::vector<std::int64_t> node_call::integers(std::size_t i, const std::string &called) const {
    const std::string input = called + " (input " + std::to_string(i + 1) + ")";
    const tensor &numbers =
        known(i, input + " is not known while compiling, must be a constant or follow from sizes");
    if (!is_integer(numbers.elements())) {
        throw refusal(input + " is " + to_text(numbers.type()) + ", must be integers");
    }
    return numbers.integers();
}

template <typename T>
T node_call::attribute_or(const std::string &name, T otherwise, const char *kind) const {
    const auto found = what_->attributes.find(name);
    if (found == what_->attributes.end()) {
        return otherwise;
    }
    const T *value = std::get_if<T>(&found->second);
    if (value == nullptr) {
        throw refusal("attribute " + name + " must be " + kind);
    }
    return *value;
}

template <typename List>
List node_call::list_attribute(const std::string &name) const {
    const auto found = what_->attributes.find(name);
    if (found == what_->attributes.end()) {
        return {};
    }
    const List *list = std::get_if<List>(&found->second);
    if (list == nullptr) {
        // A list of nothing says not what of.
        const auto *empty = std::get_if<std::vector<std::int64_t>>(&found->second);
        if (empty != nullptr && empty->empty()) {
            return {};
        }
        throw refusal("attribute " + name + " is a list of another kind");
    }
    return *list;
}

std::int64_t node_call::integer(const std::string &name, std::int64_t otherwise) const {
    return attribute_or(name, otherwise, "an integer");
}

float node_call::real(const std::string &name, float otherwise) const {
    return attribute_or(name, otherwise, "a float");
}

std::string node_call::text(const std::string &name, const std::string &otherwise) const {
    return attribute_or(name, otherwise, "a text");
}

std::vector<std::int64_t> node_call::integers(const std::string &name,
                                              std::vector<std::int64_t> otherwise) const {
    return attribute_or(name, std::move(otherwise), "a list of integers");
}

std::vector<float> node_call::reals(const std::string &name) const {
    return list_attribute<std::vector<float>>(name);
}

std::vector<std::string> node_call::texts(const std::string &name) const {
    return list_attribute<std::vector<std::string>>(name);
}

std::size_t node_call::axis_of(std::int64_t axis, std::size_t rank) {
    const auto dimensions = static_cast<std::int64_t>(rank);
    if (axis < -dimensions || axis >= dimensions) {
        throw refusal("axis is " + std::to_string(axis) + ", must be from " +
                      std::to_string(-dimensions) + " to " + std::to_string(dimensions - 1));
    }
    return static_cast<std::size_t>(axis < 0 ? axis + dimensions : axis);
}

} // namespace tiramisu::graph
