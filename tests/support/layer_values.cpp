#include "support/layer_values.h"

#include <algorithm>
#include <cmath>

namespace tiramisu::oracle {

namespace post = nn::post;

std::vector<float> random_floats(std::size_t count, std::mt19937 &source) {
    std::vector<float> values(count);
    for (float &value : values) {
        value = static_cast<float>(source() % 2001) / 1000.0f - 1.0f;
    }
    return values;
}

std::size_t place(int row, int column, int columns) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
}

double after_post_op(const nn::post_op &op, double value, double residual) {
    if (std::holds_alternative<post::relu>(op)) {
        return std::max(value, 0.0);
    }
    if (const auto *leaky = std::get_if<post::leaky_relu>(&op)) {
        return value > 0 ? value : value * leaky->slope;
    }
    if (const auto *clip = std::get_if<post::clip>(&op)) {
        return std::min<double>(std::max<double>(value, clip->low), clip->high);
    }
    if (std::holds_alternative<post::sigmoid>(op)) {
        return 1 / (1 + std::exp(-value));
    }
    if (std::holds_alternative<post::tanh>(op)) {
        return std::tanh(value);
    }
    if (std::holds_alternative<post::swish>(op)) {
        return value / (1 + std::exp(-value));
    }
    if (std::holds_alternative<post::hard_swish>(op)) {
        return value * std::min(std::max(value / 6 + 0.5, 0.0), 1.0);
    }
    return std::holds_alternative<post::residual_add>(op) ? value + residual : value;
}

} // namespace tiramisu::oracle
