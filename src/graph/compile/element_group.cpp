#include "graph/compile/element_group.h"

#include <algorithm>
#include <sstream>

#include "graph/operators/numbers.h"

namespace tiramisu::graph {

namespace {

using value_of = std::function<expr(const std::vector<expr> &)>;

std::string number_text(double number) {
    std::ostringstream text;
    text.precision(17);
    text << number;
    return text.str();
}

/// A number of that type, in the language.
expr literal(const tensor &one) {
    if (is_float(one.elements())) {
        return expr::literal(one.elements(), reals_of(one).front());
    }
    return expr::literal(one.elements(), one.integers().front());
}

class group_reader {
public:
    group_reader(const typed_graph &graph, const element_groups &groups)
        : graph_(graph), groups_(groups) {}

    element_group read(const node_pointer &last) {
        made_.value = node_value(last);
        return std::move(made_);
    }

private:
    const typed_graph &graph_;
    const element_groups &groups_;
    element_group made_;

    /// A constant of one element is a number in the code.
    value_of operand_value(const std::string &value) {
        const tensor *constant = graph_.constant(value);
        if (constant != nullptr && constant->count() == 1) {
            made_.text += is_float(constant->elements())
                              ? number_text(reals_of(*constant).front())
                              : std::to_string(constant->integers().front());
            made_.text +=
                constant->elements() == p_float32 ? "" : ":" + to_string(constant->elements());
            return [number = literal(*constant)](const std::vector<expr> &) { return number; };
        }
        const auto found = std::find(made_.operands.begin(), made_.operands.end(), value);
        const auto i = static_cast<std::size_t>(found - made_.operands.begin());
        if (found == made_.operands.end()) {
            made_.operands.push_back(value);
        }
        made_.text += "#" + std::to_string(i);
        return [i](const std::vector<expr> &operands) { return operands[i]; };
    }

    value_of node_value(const node_pointer &one) {
        std::vector<value_of> parts;
        made_.text += one->op + "(";
        for (const std::string &input : one->inputs) {
            made_.text += parts.empty() ? "" : ", ";
            const node_pointer inside = input.empty() ? nullptr : groups_.inside(input);
            parts.push_back(input.empty() ? [](const std::vector<expr> &) { return expr(); }
                            : inside      ? node_value(inside)
                                          : operand_value(input));
        }
        for (const auto &[name, value] : one->attributes) {
            if (const float *number = std::get_if<float>(&value)) {
                made_.text += "; " + name + "=" + number_text(static_cast<double>(*number));
            } else if (const auto *whole = std::get_if<std::int64_t>(&value)) {
                made_.text += "; " + name + "=" + std::to_string(*whole);
            } else if (const auto *text = std::get_if<std::string>(&value)) {
                made_.text += "; " + name + "=" + *text;
            }
        }
        made_.text += ")";
        const node_call call = graph_.call_of(one);
        return [parts, call](const std::vector<expr> &operands) {
            std::vector<expr> values;
            for (const value_of &part : parts) {
                values.push_back(part(operands));
            }
            return typed_graph::row_of(call.what()).element(call, values);
        };
    }
};

} // namespace

element_group group_of(const typed_graph &graph, const element_groups &groups,
                       const node_pointer &last) {
    return group_reader(graph, groups).read(last);
}

} // namespace tiramisu::graph
