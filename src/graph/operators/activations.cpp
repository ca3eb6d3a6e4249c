#include <algorithm>
#include <cmath>

#include "graph/operators/element_definition.h"
#include "graph/operators/language_functions.h"

// Activations of single elements.

namespace tiramisu::graph {

namespace {

using reals = element_definition::reals;
using expressions = element_definition::expressions;

double logistic(double x) {
    return 1 / (1 + std::exp(-x));
}

double softplus(double x) {
    return std::log1p(std::exp(-std::fabs(x))) + std::max(x, 0.0);
}

expr softplus(const expr &x) {
    return log(exp(-abs(x)) + 1.0f) + max(x, 0.0f);
}

/// exp(x) - 1 for x that is not above 0, exact near 0 as well.
expr exponential_minus_one(const expr &x) {
    const expr below = min(x, 0.0f);
    const expr series = below * (1.0f + below * (0.5f + below * (1.0f / 6 + below * (1.0f / 24))));
    return select(below > -0.05f, series, exp(below) - 1.0f);
}

void add_without_parameters(operator_table &all) {
    element_definition relu;
    relu.name = "Relu";
    relu.first_opset = 6;
    relu.real = [](const node_call &, const reals &x) { return std::max(x[0], 0.0); };
    relu.integer = [](const node_call &, const element_definition::integers &x) {
        return std::max<std::int64_t>(x[0], 0);
    };
    relu.element = [](const node_call &, const expressions &x) { return max(x[0], 0.0f); };
    add(all, relu);
    add_unary(
        all, "Sigmoid", [](double x) { return logistic(x); },
        [](const expr &x) { return sigmoid(x); }, 6);
    add_unary(
        all, "Tanh", [](double x) { return std::tanh(x); },
        [](const expr &x) { return tiramisu::tanh(x); }, 6);
    add_unary(
        all, "HardSwish", [](double x) { return x * std::clamp(x / 6 + 0.5, 0.0, 1.0); },
        [](const expr &x) { return x * clamp(x * (1.0f / 6) + 0.5f, 0.0f, 1.0f); }, 14);
    add_unary(
        all, "Softplus", [](double x) { return softplus(x); },
        [](const expr &x) { return softplus(x); }, 1);
    add_unary(
        all, "Softsign", [](double x) { return x / (1 + std::fabs(x)); },
        [](const expr &x) { return x / (abs(x) + 1.0f); }, 1);
    add_unary(
        all, "Mish", [](double x) { return x * std::tanh(softplus(x)); },
        [](const expr &x) { return x * tiramisu::tanh(softplus(x)); }, 18);
}

/// An activation whose attributes are floats: their names and what they are where nothing is said.
struct parameters {
    std::vector<std::pair<std::string, float>> list;

    std::vector<float> of(const node_call &call) const {
        std::vector<float> values;
        for (const auto &[name, otherwise] : list) {
            values.push_back(call.real(name, otherwise));
        }
        return values;
    }
};

template <typename Number, typename Element>
void add_with(operator_table &all, const std::string &name, int first_opset,
              const parameters &attributes, const Number &number, const Element &element) {
    element_definition made;
    made.name = name;
    made.first_opset = first_opset;
    for (const auto &[called, otherwise] : attributes.list) {
        made.attributes.push_back(called);
    }
    made.real = [=](const node_call &call, const reals &x) {
        const std::vector<float> given = attributes.of(call);
        return number(x[0], std::vector<double>(given.begin(), given.end()));
    };
    made.element = [=](const node_call &call, const expressions &x) {
        return element(x[0], attributes.of(call));
    };
    add(all, made);
}

using doubles = std::vector<double>;
using floats = std::vector<float>;

void add_with_parameters(operator_table &all) {
    add_with(
        all, "LeakyRelu", 6, {{{"alpha", 0.01f}}},
        [](double x, const doubles &p) { return x > 0 ? x : x * p[0]; },
        [](const expr &x, const floats &p) { return select(x > 0.0f, x, x * p[0]); });
    add_with(
        all, "ThresholdedRelu", 10, {{{"alpha", 1.0f}}},
        [](double x, const doubles &p) { return x > p[0] ? x : 0; },
        [](const expr &x, const floats &p) { return select(x > p[0], x, 0.0f); });
    add_with(
        all, "Elu", 6, {{{"alpha", 1.0f}}},
        [](double x, const doubles &p) { return x > 0 ? x : std::expm1(x) * p[0]; },
        [](const expr &x, const floats &p) {
            return select(x > 0.0f, x, exponential_minus_one(x) * p[0]);
        });
    add_with(
        all, "Celu", 12, {{{"alpha", 1.0f}}},
        [](double x, const doubles &p) { return x > 0 ? x : std::expm1(x / p[0]) * p[0]; },
        [](const expr &x, const floats &p) {
            return select(x > 0.0f, x, exponential_minus_one(x / p[0]) * p[0]);
        });
    add_with(
        all, "Selu", 6, {{{"alpha", 1.67326319f}, {"gamma", 1.05070102f}}},
        [](double x, const doubles &p) { return p[1] * (x > 0 ? x : std::expm1(x) * p[0]); },
        [](const expr &x, const floats &p) {
            return select(x > 0.0f, x, exponential_minus_one(x) * p[0]) * p[1];
        });
    add_with(
        all, "HardSigmoid", 6, {{{"alpha", 0.2f}, {"beta", 0.5f}}},
        [](double x, const doubles &p) { return std::clamp(x * p[0] + p[1], 0.0, 1.0); },
        [](const expr &x, const floats &p) { return clamp(x * p[0] + p[1], 0.0f, 1.0f); });
    add_with(
        all, "Swish", 24, {{{"alpha", 1.0f}}},
        [](double x, const doubles &p) { return x * logistic(x * p[0]); },
        [](const expr &x, const floats &p) { return x * sigmoid(x * p[0]); });
    add_with(
        all, "Shrink", 9, {{{"bias", 0.0f}, {"lambd", 0.5f}}},
        [](double x, const doubles &p) { return x < -p[1]  ? x + p[0]
                                                : x > p[1] ? x - p[0]
                                                           : 0; },
        [](const expr &x, const floats &p) {
            return select(x < -p[1], x + p[0], select(x > p[1], x - p[0], 0.0f));
        });
}

/// With the function of errors, or an approximation by tanh.
void add_gelu(operator_table &all) {
    element_definition made;
    made.name = "Gelu";
    made.attributes = {"approximate"};
    made.first_opset = 20;
    const auto is_approximate = [](const node_call &call) {
        return call.text("approximate", "none") == "tanh";
    };
    made.real = [=](const node_call &call, const reals &x) {
        constexpr double root = 0.7978845608028654; // of 2 / pi
        const double part = is_approximate(call)
                                ? std::tanh(root * (x[0] + 0.044715 * x[0] * x[0] * x[0]))
                                : std::erf(x[0] / std::sqrt(2.0));
        return 0.5 * x[0] * (1 + part);
    };
    made.element = [=](const node_call &call, const expressions &x) {
        const expr part =
            is_approximate(call)
                ? tiramisu::tanh((x[0] + x[0] * x[0] * x[0] * 0.044715f) * 0.797884561f)
                : error_function(x[0] * 0.707106781f);
        return x[0] * 0.5f * (part + 1.0f);
    };
    add(all, made);
}

void add_prelu(operator_table &all) {
    element_definition made;
    made.name = "PRelu";
    made.least_inputs = made.most_inputs = 2;
    made.real = [](const node_call &, const reals &x) { return x[0] > 0 ? x[0] : x[0] * x[1]; };
    made.element = [](const node_call &, const expressions &x) {
        return select(x[0] > 0.0f, x[0], x[0] * x[1]);
    };
    add(all, made);
}

} // namespace

void add_activations(operator_table &all) {
    add_without_parameters(all);
    add_with_parameters(all);
    add_gelu(all);
    add_prelu(all);
}

} // namespace tiramisu::graph
