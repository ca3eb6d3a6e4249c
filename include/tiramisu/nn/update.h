#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/tensor_layer.h"

// Steps of training: what weights become, given the gradient of the loss by them. Weights, and what
// is kept of the steps before, are read and then overwritten.

namespace tiramisu::nn {

/// A step of stochastic gradient descent, with momentum (Sutskever et al., On the importance of
/// initialization and momentum in deep learning, 2013) where that is not 0:
///
///     g = gradient + decay * values
///     velocity = momentum * velocity + g
///     values = values - rate * velocity
struct sgd_problem {
    static constexpr const char *kind = "sgd";
    /// A text with every word.
    static constexpr const char *example = "sgd count=1000 momentum=0.9 decay=0.01";

    int count = 0; ///< values
    float momentum = 0, decay = 0;
    element_type type = element_type::f32;

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; what is left out has the value above. Throws user_error.
    static sgd_problem parse(const std::string &text, source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    sgd_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< gradient; rate, one number
    std::vector<tensor> results() const; ///< values[, velocity, which starts as zeros]
};

/// A step of Adam (Kingma and Ba, Adam: a method for stochastic optimization, 2015, algorithm 1),
/// with decay that is apart from the gradient (Loshchilov and Hutter, Decoupled weight decay
/// regularization, 2019):
///
///     mean = beta1 * mean + (1 - beta1) * gradient
///     square = beta2 * square + (1 - beta2) * gradient^2
///     values = values - rate * (mean / (1 - beta1^step)
///                               / (sqrt(square / (1 - beta2^step)) + epsilon) + decay * values)
struct adam_problem {
    static constexpr const char *kind = "adam";
    /// A text with every word.
    static constexpr const char *example =
        "adam count=1000 beta1=0.9 beta2=0.999 epsilon=1e-08 decay=0.01";

    int count = 0; ///< values
    float beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f, decay = 0;
    element_type type = element_type::f32;

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; what is left out has the value above. Throws user_error.
    static adam_problem parse(const std::string &text,
                              source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    adam_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< gradient; rate; step: its number, 1 for the first
    std::vector<tensor> results() const; ///< values; mean and square, which start as zeros
};

using sgd = tensor_layer<sgd_problem>;
extern template class layer<sgd_problem, layer_options, search_options>;
extern template class tensor_layer<sgd_problem>;
using adam = tensor_layer<adam_problem>;
extern template class layer<adam_problem, layer_options, search_options>;
extern template class tensor_layer<adam_problem>;

} // namespace tiramisu::nn
