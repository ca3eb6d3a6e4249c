#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph/operators/operator.h"

namespace tiramisu::graph {

/// An operator whose every element of the result follows from one element of each input, with
/// broadcasting: what an element is, as a number and in the language.
struct element_definition {
    using reals = std::vector<double>;
    using integers = std::vector<std::int64_t>;
    using expressions = std::vector<expr>;

    std::string name;
    std::vector<std::string> attributes = {};
    int first_opset = 7;
    std::size_t least_inputs = 1, most_inputs = 1;
    bool may_lack_inputs = false; ///< of those behind the least
    /// Of inputs of which one is of floats; null: there is no such. Inputs that are left out are 0.
    std::function<double(const node_call &, const reals &)> real = nullptr;
    /// Of inputs of integers or booleans; null: there is no such.
    std::function<std::int64_t(const node_call &, const integers &)> integer = nullptr;
    std::function<expr(const node_call &, const expressions &)> element = nullptr;

    /// Of the result; null: that of the first input. Throws refusal.
    std::function<primitive_t(const node_call &)> result = nullptr;
    bool takes_booleans = false; ///< where it takes integers
    bool takes_integers = true;
    bool mixes_types = false; ///< else all inputs have one
};

void add(operator_table &all, const element_definition &what);

/// Of one input of floats; both functions are of what the attributes leave.
template <typename Number, typename Element>
void add_unary(operator_table &all, const std::string &name, const Number &number,
               const Element &element, int first_opset = 7) {
    element_definition made;
    made.name = name;
    made.first_opset = first_opset;
    made.real = [number](const node_call &, const element_definition::reals &x) {
        return number(x[0]);
    };
    made.element = [element](const node_call &, const element_definition::expressions &x) {
        return element(x[0]);
    };
    add(all, made);
}

// Each adds the operators of a part of the family.

void add_activations(operator_table &all);
void add_functions(operator_table &all);
void add_arithmetic(operator_table &all);
void add_comparisons(operator_table &all);
void add_choices(operator_table &all);

} // namespace tiramisu::graph
