#include "graph/operators/operator.h"

// What ONNX Runtime's optimizer writes for several operators of ONNX, in its own domain; and its
// names of operators that ONNX has got since.

namespace tiramisu::graph {

namespace {

std::string gelu(expansion &to, const std::string &x, const char *opts) {
    return to.add("Gelu", {x}, {{"approximate", std::string(opts)}});
}

void quick_gelu(expansion &to) {
    const std::string &x = to.input(0);
    const auto alpha = static_cast<double>(to.call.real("alpha", 1.702f));
    const std::string share = to.add("Sigmoid", {to.scaled(x, alpha)});
    to.result(0, to.add("Mul", {x, share}));
}

/// The sum of two tensors, and perhaps of a bias, normalised.
void skip_norm(expansion &to, const std::string &op, bool has_beta) {
    const std::size_t bias = has_beta ? 4 : 3;
    const std::string sum = to.with_added(to.add("Add", {to.input(0), to.input(1)}), bias);
    std::vector<std::string> inputs = {sum, to.input(2)};
    if (has_beta && to.has(3)) {
        inputs.push_back(to.input(3));
    }
    const expansion::attributes with = {{"axis", std::int64_t{-1}},
                                        {"epsilon", to.call.real("epsilon", 1e-12f)}};
    const std::vector<std::string> made = to.add_many(op, inputs, has_beta ? 3 : 1, with);
    for (std::size_t i = 0; i < made.size(); i++) {
        to.result(i, made[i]); // then mean and inverse deviation
    }
    to.result(3, sum);
}

void matmul(expansion &to) {
    for (const char *const name : {"transBatchA", "transBatchB"}) {
        if (to.call.integer(name, 0) != 0) {
            throw refusal(std::string("attribute ") + name + " is 1, supported is 0");
        }
    }
    const std::string y = to.add("MatMul", {to.transposed_where("transA", to.input(0)),
                                            to.transposed_where("transB", to.input(1))});
    to.result(0, to.scaled(y, static_cast<double>(to.call.real("alpha", 1))));
}

std::string activated(expansion &to, const std::string &y, const std::vector<float> &params) {
    const std::string op = to.call.text("activation", "");
    if (op.empty()) {
        return y;
    }
    if (op == "Relu" || op == "Tanh" || op == "Sigmoid") {
        return to.add(op, {y});
    }
    if (op == "LeakyRelu" && params.size() == 1) {
        return to.add(op, {y}, {{"alpha", params[0]}});
    }
    if (op == "HardSigmoid" && params.size() == 2) {
        return to.add(op, {y}, {{"alpha", params[0]}, {"beta", params[1]}});
    }
    if (op == "Clip" && params.size() == 2) {
        return to.add(op, {y, to.like(y, static_cast<double>(params[0])),
                           to.like(y, static_cast<double>(params[1]))});
    }
    throw refusal("attribute activation is \"" + op + "\" with " + std::to_string(params.size()) +
                  " parameters, supported are Relu, Tanh and Sigmoid with none, LeakyRelu with 1, "
                  "HardSigmoid and Clip with 2");
}

/// A convolution, the sum with another value, an activation.
void conv(expansion &to) {
    std::vector<std::string> inputs = {to.input(0), to.input(1)};
    if (to.has(2)) {
        inputs.push_back(to.input(2));
    }
    expansion::attributes with = to.call.what().attributes;
    with.erase("activation");
    with.erase("activation_params");
    to.result(0, activated(to, to.with_added(to.add("Conv", inputs, with), 3),
                           to.call.reals("activation_params")));
}

/// A product and an activation, whose parameters are attributes by themselves.
void gemm(expansion &to) {
    std::vector<std::string> inputs = {to.input(0), to.input(1)};
    if (to.has(2)) {
        inputs.push_back(to.input(2));
    }
    expansion::attributes with = to.call.what().attributes;
    std::vector<float> params;
    for (const char *const name : {"activation_alpha", "activation_beta", "activation_gamma"}) {
        if (to.call.has(name)) {
            params.push_back(to.call.real(name, 0));
        }
        with.erase(name);
    }
    with.erase("activation");
    to.result(0, activated(to, to.add("Gemm", inputs, with), params));
}

} // namespace

void add_fused_functions(operator_table &all) {
    const std::string domain = "com.microsoft.";
    all.add_expanded(domain + "Gelu", {}, 1,
                     [](expansion &to) { to.result(0, gelu(to, to.input(0), "none")); });
    all.add_expanded(domain + "BiasGelu", {}, 1, [](expansion &to) {
        to.result(0, gelu(to, to.with_added(to.input(0), 1), "none"));
    });
    all.add_expanded(domain + "FastGelu", {}, 1, [](expansion &to) {
        to.result(0, gelu(to, to.with_added(to.input(0), 1), "tanh"));
    });
    all.add_expanded(domain + "QuickGelu", {"alpha"}, 1, quick_gelu);
    all.add_expanded(domain + "SkipLayerNormalization", {"epsilon"}, 1,
                     [](expansion &to) { skip_norm(to, "LayerNormalization", true); });
    all.add_expanded(domain + "SkipSimplifiedLayerNormalization", {"epsilon"}, 1,
                     [](expansion &to) { skip_norm(to, "RMSNormalization", false); });
    all.add_expanded("SimplifiedLayerNormalization", {"axis", "epsilon", "stash_type"}, 1,
                     [](expansion &to) {
                         to.result(0, to.add("RMSNormalization", {to.input(0), to.input(1)},
                                             to.call.what().attributes));
                     });
    all.add_expanded(domain + "FusedMatMul",
                     {"alpha", "transA", "transB", "transBatchA", "transBatchB"}, 1, matmul);
    all.add_expanded(domain + "FusedGemm",
                     {"activation", "activation_alpha", "activation_beta", "activation_gamma",
                      "alpha", "beta", "transA", "transB"},
                     1, gemm);
    all.add_expanded(domain + "FusedConv",
                     {"activation", "activation_params", "auto_pad", "dilations", "group",
                      "kernel_shape", "pads", "strides"},
                     1, conv);
}

} // namespace tiramisu::graph
