#include "nn/framework/program/post_op_derivative.h"

#include "nn/framework/problem/overloaded.h"
#include "nn/framework/program/post_op_expr.h"

namespace tiramisu::nn {

namespace {

expr derivative_of_swish(const expr &value) {
    const expr gate = sigmoid(value);
    return gate * (1.0f + value * (1.0f - gate));
}

expr derivative_of_hard_swish(const expr &value) {
    const expr between = value * (1.0f / 3) + 0.5f;
    return select(value > 3.0f, 1.0f, select(value > -3.0f, between, 0.0f));
}

} // namespace

expr derivative(const post_op &one, const expr &value) {
    return std::visit(
        overloaded{
            [&](const post::relu &) { return select(value > 0.0f, 1.0f, 0.0f); },
            [&](const post::leaky_relu &op) { return select(value > 0.0f, 1.0f, op.slope); },
            [&](const post::clip &op) {
                return select(value > op.low && value < op.high, 1.0f, 0.0f);
            },
            [&](const post::sigmoid &) {
                const expr result = sigmoid(value);
                return result * (1.0f - result);
            },
            [&](const post::tanh &) {
                const expr result = tiramisu::tanh(value);
                return 1.0f - result * result;
            },
            [&](const post::swish &) { return derivative_of_swish(value); },
            [&](const post::hard_swish &) { return derivative_of_hard_swish(value); },
            [&](const post::residual_add &) { return expr(1.0f); },
            [&](const post::pool &) { return expr(1.0f); },
        },
        one);
}

expr derivative(const std::vector<post_op> &post_ops, const expr &value) {
    expr read = value, product(1.0f);
    for (const post_op &one : post_ops) {
        product = product * derivative(one, read);
        read = after(one, read, expr());
    }
    return product;
}

} // namespace tiramisu::nn
