#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/operators/operator.h"
#include "graph/operators/strides.h"

// Every element of the result follows from one element of each input.

namespace tiramisu::graph {

namespace {

using expressions = std::vector<expr>;
using numbers = std::vector<float>;

/// What an element is, as a number and in the language.
struct definition {
    std::string name;
    std::vector<std::string> attributes;
    int first_opset;
    std::size_t least_inputs, most_inputs;
    std::function<float(const node_call &, const numbers &)> number;
    std::function<expr(const node_call &, const expressions &)> element;
    std::function<std::int64_t(std::int64_t, std::int64_t)> integer = nullptr; ///< of two
};

std::vector<tensor_type> types_of(const node_call &call, const definition &what) {
    std::vector<shape> extents;
    for (std::size_t i = 0; i < call.input_count(); i++) {
        if (call.has_input(i)) {
            extents.push_back(call.extents(i));
            if (call.type(i).elements != call.type(0).elements) {
                throw refusal("inputs are " + to_text(call.type(0)) + " and " +
                              to_text(call.type(i)) + ", must have elements of one type");
            }
        }
    }
    if (extents.size() < what.least_inputs || extents.size() > what.most_inputs) {
        throw refusal("has " + std::to_string(extents.size()) + " inputs, must have from " +
                      std::to_string(what.least_inputs) + " to " +
                      std::to_string(what.most_inputs));
    }
    const primitive_t type = call.type(0).elements;
    if (type != p_float32 && !(is_integer(type) && what.integer)) {
        throw refusal("input is " + to_text(call.type(0)) + ", must be float32" +
                      (what.integer ? " or integers" : ""));
    }
    return {{type, broadcast(extents)}};
}

tensor of_floats(const node_call &call, const tensor_list &inputs, const shape &extents,
                 const definition &what) {
    std::vector<std::vector<std::int64_t>> strides;
    for (const tensor *one : inputs) {
        strides.push_back(one == nullptr ? std::vector<std::int64_t>()
                                         : broadcast_strides(one->extents(), extents));
    }
    std::vector<float> values;
    for (index_walk at(extents); !at.is_done(); at.next()) {
        numbers operands(inputs.size(), 0.0f);
        for (std::size_t i = 0; i < inputs.size(); i++) {
            if (inputs[i] != nullptr) {
                operands[i] = inputs[i]->data<float>()[at.position(strides[i])];
            }
        }
        values.push_back(what.number(call, operands));
    }
    return {extents, std::move(values)};
}

tensor of_integers(const tensor_list &inputs, const tensor_type &type, const definition &what) {
    const std::vector<std::int64_t> left = inputs[0]->integers(), right = inputs[1]->integers();
    const auto left_strides = broadcast_strides(inputs[0]->extents(), type.extents);
    const auto right_strides = broadcast_strides(inputs[1]->extents(), type.extents);
    std::vector<std::int64_t> values;
    for (index_walk at(type.extents); !at.is_done(); at.next()) {
        values.push_back(what.integer(left[static_cast<std::size_t>(at.position(left_strides))],
                                      right[static_cast<std::size_t>(at.position(right_strides))]));
    }
    if (type.elements == p_int32) {
        return {type, std::vector<std::int32_t>(values.begin(), values.end())};
    }
    return {{p_int64, type.extents}, std::move(values)};
}

void add(operator_table &all, const definition &what) {
    operator_row row;
    row.name = what.name;
    row.attributes = what.attributes;
    row.first_opset = what.first_opset;
    row.layouts = layout_rule::same;
    row.element = what.element;
    row.types = [what](const node_call &call) { return types_of(call, what); };
    row.reference = [what](const node_call &call,
                           const tensor_list &inputs) -> std::vector<tensor> {
        const tensor_type type = types_of(call, what).front();
        return {type.elements == p_float32 ? of_floats(call, inputs, type.extents, what)
                                           : of_integers(inputs, type, what)};
    };
    all.add(std::move(row));
}

/// Of one input; both functions are of what the attributes leave.
template <typename Number, typename Element>
void add_unary(operator_table &all, const std::string &name, const Number &number,
               const Element &element, int first_opset = 7) {
    add(all, {name,
              {},
              first_opset,
              1,
              1,
              [number](const node_call &, const numbers &x) { return number(x[0]); },
              [element](const node_call &, const expressions &x) { return element(x[0]); }});
}

template <typename Number, typename Element, typename Integer>
void add_binary(operator_table &all, const std::string &name, const Number &number,
                const Element &element, const Integer &integer) {
    add(all, {name,
              {},
              7,
              2,
              2,
              [number](const node_call &, const numbers &x) { return number(x[0], x[1]); },
              [element](const node_call &, const expressions &x) { return element(x[0], x[1]); },
              integer});
}

/// Of any number of inputs, two at a time.
template <typename Number, typename Element>
void add_variadic(operator_table &all, const std::string &name, const Number &number,
                  const Element &element, int first_opset) {
    add(all, {name,
              {},
              first_opset,
              1,
              64,
              [number](const node_call &, const numbers &x) {
                  float value = x[0];
                  for (std::size_t i = 1; i < x.size(); i++) {
                      value = number(value, x[i]);
                  }
                  return value;
              },
              [element](const node_call &, const expressions &x) {
                  expr value = x[0];
                  for (std::size_t i = 1; i < x.size(); i++) {
                      value = element(value, x[i]);
                  }
                  return value;
              }});
}

void add_activations_without_parameters(operator_table &all) {
    add_unary(
        all, "Relu", [](float x) { return std::max(x, 0.0f); },
        [](const expr &x) { return max(x, 0.0f); }, 6);
    add_unary(
        all, "Sigmoid", [](float x) { return 1 / (1 + std::exp(-x)); },
        [](const expr &x) { return sigmoid(x); }, 6);
    add_unary(
        all, "Tanh", [](float x) { return std::tanh(x); },
        [](const expr &x) { return tiramisu::tanh(x); }, 6);
    add_unary(
        all, "HardSwish", [](float x) { return x * std::clamp(x / 6 + 0.5f, 0.0f, 1.0f); },
        [](const expr &x) { return x * clamp(x * (1.0f / 6) + 0.5f, 0.0f, 1.0f); }, 14);
    add_unary(
        all, "Softplus",
        [](float x) { return std::log1p(std::exp(-std::fabs(x))) + std::max(x, 0.0f); },
        [](const expr &x) { return log(exp(-abs(x)) + 1.0f) + max(x, 0.0f); }, 1);
}

void add_functions(operator_table &all) {
    add_unary(
        all, "Exp", [](float x) { return std::exp(x); }, [](const expr &x) { return exp(x); }, 6);
    add_unary(
        all, "Log", [](float x) { return std::log(x); }, [](const expr &x) { return log(x); }, 6);
    add_unary(
        all, "Sqrt", [](float x) { return std::sqrt(x); }, [](const expr &x) { return sqrt(x); },
        6);
    add_unary(
        all, "Abs", [](float x) { return std::fabs(x); }, [](const expr &x) { return abs(x); }, 6);
    add_unary(
        all, "Neg", [](float x) { return -x; }, [](const expr &x) { return -x; }, 6);
    add_unary(
        all, "Reciprocal", [](float x) { return 1 / x; }, [](const expr &x) { return 1.0f / x; },
        6);
}

void add_activations_with_parameters(operator_table &all) {
    add(all, {"LeakyRelu",
              {"alpha"},
              6,
              1,
              1,
              [](const node_call &call, const numbers &x) {
                  return x[0] > 0 ? x[0] : x[0] * call.real("alpha", 0.01f);
              },
              [](const node_call &call, const expressions &x) {
                  return select(x[0] > 0.0f, x[0], x[0] * call.real("alpha", 0.01f));
              }});
    add(all, {"Elu",
              {"alpha"},
              6,
              1,
              1,
              [](const node_call &call, const numbers &x) {
                  return x[0] > 0 ? x[0] : std::expm1(x[0]) * call.real("alpha", 1);
              },
              [](const node_call &call, const expressions &x) {
                  return select(x[0] > 0.0f, x[0],
                                (exp(min(x[0], 0.0f)) - 1.0f) * call.real("alpha", 1));
              }});
    add(all, {"HardSigmoid",
              {"alpha", "beta"},
              6,
              1,
              1,
              [](const node_call &call, const numbers &x) {
                  return std::clamp(x[0] * call.real("alpha", 0.2f) + call.real("beta", 0.5f), 0.0f,
                                    1.0f);
              },
              [](const node_call &call, const expressions &x) {
                  return clamp(x[0] * call.real("alpha", 0.2f) + call.real("beta", 0.5f), 0.0f,
                               1.0f);
              }});
    add(all, {"PRelu",
              {},
              7,
              2,
              2,
              [](const node_call &, const numbers &x) { return x[0] > 0 ? x[0] : x[0] * x[1]; },
              [](const node_call &, const expressions &x) {
                  return select(x[0] > 0.0f, x[0], x[0] * x[1]);
              }});
}

/// Limits are attributes before opset 11, inputs since.
void add_clip(operator_table &all) {
    constexpr float largest = std::numeric_limits<float>::max();
    add(all, {"Clip",
              {"min", "max"},
              6,
              1,
              3,
              [](const node_call &call, const numbers &x) {
                  const float low = call.has_input(1) ? x[1] : call.real("min", -largest);
                  const float high = call.has_input(2) ? x[2] : call.real("max", largest);
                  return std::min(std::max(x[0], low), high);
              },
              [](const node_call &call, const expressions &x) {
                  expr value = x[0];
                  if (call.has_input(1) || call.has("min")) {
                      value = max(value, call.has_input(1) ? x[1] : expr(call.real("min", 0)));
                  }
                  if (call.has_input(2) || call.has("max")) {
                      value = min(value, call.has_input(2) ? x[2] : expr(call.real("max", 0)));
                  }
                  return value;
              }});
}

void add_arithmetic(operator_table &all) {
    using integer = std::int64_t;
    add_binary(
        all, "Add", [](float x, float y) { return x + y; },
        [](const expr &x, const expr &y) { return x + y; },
        [](integer x, integer y) { return x + y; });
    add_binary(
        all, "Sub", [](float x, float y) { return x - y; },
        [](const expr &x, const expr &y) { return x - y; },
        [](integer x, integer y) { return x - y; });
    add_binary(
        all, "Mul", [](float x, float y) { return x * y; },
        [](const expr &x, const expr &y) { return x * y; },
        [](integer x, integer y) { return x * y; });
    add_binary(
        all, "Div", [](float x, float y) { return x / y; },
        [](const expr &x, const expr &y) { return x / y; },
        [](integer x, integer y) {
            if (y == 0) {
                throw refusal("divides an integer by 0");
            }
            // The smallest integer has no quotient by -1: it wraps.
            return y == -1 ? static_cast<integer>(-static_cast<std::uint64_t>(x)) : x / y;
        });
    add_variadic(
        all, "Min", [](float x, float y) { return std::min(x, y); },
        [](const expr &x, const expr &y) { return min(x, y); }, 8);
    add_variadic(
        all, "Max", [](float x, float y) { return std::max(x, y); },
        [](const expr &x, const expr &y) { return max(x, y); }, 8);
    add_variadic(
        all, "Sum", [](float x, float y) { return x + y; },
        [](const expr &x, const expr &y) { return x + y; }, 8);
}

} // namespace

void add_elementwise(operator_table &all) {
    add_activations_without_parameters(all);
    add_activations_with_parameters(all);
    add_functions(all);
    add_clip(all);
    add_arithmetic(all);
}

} // namespace tiramisu::graph
