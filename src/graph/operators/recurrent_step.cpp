#include "graph/operators/recurrent_step.h"

#include <optional>

namespace tiramisu::graph {

namespace {

/// A function of ONNX's list, and the numbers that it takes.
struct function_kind {
    std::string name, op;
    std::optional<float> alpha, beta; ///< where nothing is said; none: it takes none
};

const std::vector<function_kind> &function_kinds() {
    static const std::vector<function_kind> all = {{"Relu", "Relu", {}, {}},
                                                   {"Tanh", "Tanh", {}, {}},
                                                   {"Sigmoid", "Sigmoid", {}, {}},
                                                   {"Affine", "", 1.0f, 0.0f},
                                                   {"LeakyRelu", "LeakyRelu", 0.01f, {}},
                                                   {"ThresholdedRelu", "ThresholdedRelu", 1.0f, {}},
                                                   {"ScaledTanh", "", 1.0f, 1.0f},
                                                   {"HardSigmoid", "HardSigmoid", 0.2f, 0.5f},
                                                   {"Elu", "Elu", 1.0f, {}},
                                                   {"Softsign", "Softsign", {}, {}},
                                                   {"Softplus", "Softplus", {}, {}}};
    return all;
}

const function_kind &kind_of(const std::string &name) {
    for (const function_kind &one : function_kinds()) {
        if (one.name == name) {
            return one;
        }
    }
    throw refusal("attribute activations has \"" + name + "\", which is not supported");
}

} // namespace

recurrent_step::recurrent_step(expansion &to, std::int64_t hidden, std::int64_t gates,
                               std::size_t direction, const std::vector<std::string> &activations)
    : to_(to), hidden_(hidden), gates_(gates), functions_(to.call.texts("activations")),
      alphas_(to.call.reals("activation_alpha")), betas_(to.call.reals("activation_beta")),
      first_function_(direction * activations.size()), clip_(to.call.real("clip", 0)) {
    if (functions_.empty()) {
        functions_ = activations;
        first_function_ = 0;
    }
    if (functions_.size() < first_function_ + activations.size()) {
        throw refusal("attribute activations has " + std::to_string(functions_.size()) +
                      " names, must have " + std::to_string(activations.size()) +
                      " for each direction");
    }
}

void recurrent_step::read_biases(const std::string &both) {
    const std::int64_t width = gates_ * hidden_;
    const std::string zeros =
        to_.constant({shape{width}, std::vector<float>(static_cast<std::size_t>(width), 0.0f)});
    if (both.empty()) {
        input_bias = zeros;
        state_bias_ = "";
        return;
    }
    if (to_.extents(both) != shape{2 * width}) {
        throw refusal("biases are " + to_text(to_.type(both)) + ", must be " +
                      std::to_string(2 * width) + " for each direction");
    }
    input_bias = to_.sliced(both, 0, 0, width);
    state_bias_ = to_.sliced(both, 0, width, 2 * width);
}

const std::vector<std::string> &recurrent_step::weights_of(std::int64_t first,
                                                           std::int64_t count) const {
    std::vector<std::string> &made = of_gates_[{first, count}];
    if (made.empty()) {
        const bool is_all = count == gates_;
        const auto rows = [&](const std::string &of) {
            return is_all ? of : to_.sliced(of, 0, first * hidden_, (first + count) * hidden_);
        };
        made.push_back(rows(recurrent_weights));
        if (!state_bias_.empty()) {
            made.push_back(rows(state_bias_));
        }
    }
    return made;
}

std::string recurrent_step::recurrent(const std::string &state, std::int64_t first,
                                      std::int64_t count) const {
    std::vector<std::string> inputs = weights_of(first, count);
    inputs.insert(inputs.begin(), state);
    return to_.add("Gemm", inputs, {{"transB", std::int64_t{1}}});
}

std::string recurrent_step::part(const std::string &gates, std::int64_t first,
                                 std::int64_t count) const {
    return to_.sliced(gates, 1, first * hidden_, (first + count) * hidden_);
}

std::string recurrent_step::activated(std::size_t number, const std::string &value) const {
    if (clip_ == 0) {
        return function(first_function_ + number, value);
    }
    return function(first_function_ + number,
                    to_.add("Clip", {value, to_.like(value, static_cast<double>(-clip_)),
                                     to_.like(value, static_cast<double>(clip_))}));
}

/// The numbers of functions follow one another, those of functions without numbers left out.
std::string recurrent_step::function(std::size_t index, const std::string &value) const {
    const function_kind &kind = kind_of(functions_[index]);
    std::size_t alpha_at = 0, beta_at = 0;
    for (std::size_t i = 0; i < index; i++) {
        alpha_at += kind_of(functions_[i]).alpha ? 1 : 0;
        beta_at += kind_of(functions_[i]).beta ? 1 : 0;
    }
    const float alpha = alpha_at < alphas_.size() ? alphas_[alpha_at] : kind.alpha.value_or(0.0f);
    const float beta = beta_at < betas_.size() ? betas_[beta_at] : kind.beta.value_or(0.0f);
    const auto number = [&](float one) { return to_.like(value, static_cast<double>(one)); };
    if (kind.name == "Affine") {
        return to_.add("Add", {to_.add("Mul", {value, number(alpha)}), number(beta)});
    }
    if (kind.name == "ScaledTanh") {
        return to_.add("Mul",
                       {to_.add("Tanh", {to_.add("Mul", {value, number(beta)})}), number(alpha)});
    }
    expansion::attributes with;
    if (kind.alpha) {
        with["alpha"] = alpha;
    }
    if (kind.beta) {
        with["beta"] = beta;
    }
    return to_.add(kind.op, {value}, with);
}

std::string recurrent_step::with_peephole(const std::string &gate, const std::string &state,
                                          std::int64_t number) const {
    if (peepholes.empty()) {
        return gate;
    }
    const std::string weights = to_.sliced(peepholes, 0, number * hidden_, (number + 1) * hidden_);
    return sum(gate, product(state, weights));
}

std::string recurrent_step::sum(const std::string &x, const std::string &y) const {
    return to_.add("Add", {x, y});
}

std::string recurrent_step::difference(const std::string &x, const std::string &y) const {
    return to_.add("Sub", {x, y});
}

std::string recurrent_step::product(const std::string &x, const std::string &y) const {
    return to_.add("Mul", {x, y});
}

std::string recurrent_step::complement(const std::string &x) const {
    return to_.add("Sub", {to_.like(x, 1), x});
}

} // namespace tiramisu::graph
