#include "nn/framework/program/post_op_expr.h"

#include "nn/framework/problem/overloaded.h"
#include "nn/framework/program/typed_expr.h"

namespace tiramisu::nn {

expr after(const post_op &one, const expr &value, const expr &residual) {
    return std::visit(
        overloaded{
            [&](const post::relu &) { return max(value, zero_of(value.get_data_type())); },
            [&](const post::leaky_relu &op) {
                return select(value > 0.0f, value, value * op.slope);
            },
            [&](const post::clip &op) { return clamp(value, op.low, op.high); },
            [&](const post::sigmoid &) { return sigmoid(value); },
            [&](const post::tanh &) { return tiramisu::tanh(value); },
            [&](const post::swish &) { return value * sigmoid(value); },
            [&](const post::hard_swish &) {
                return value * clamp(value * (1.0f / 6) + 0.5f, 0.0f, 1.0f);
            },
            [&](const post::residual_add &) { return value + residual; },
            [&](const post::pool &) { return value; },
        },
        one);
}

expr after(const std::vector<post_op> &post_ops, const expr &value, const expr &residual) {
    expr result = value;
    for (const post_op &one : post_ops) {
        result = after(one, result, residual);
    }
    return result;
}

} // namespace tiramisu::nn
