#include "support/training_run.h"

#include <numeric>

#include "support/layer_values.h"

namespace tiramisu::oracle {

plain_values random_tensors(const std::vector<nn::tensor> &shapes, unsigned seed) {
    std::mt19937 source(seed);
    plain_values all;
    for (const nn::tensor &one : shapes) {
        all.push_back(random_floats(nn::element_count(nn::layout::nchw, one.extents), source));
    }
    return all;
}

std::vector<double>
finite_differences(const std::vector<float> &at,
                   const std::function<double(const std::vector<double> &)> &value) {
    constexpr double step = 1e-5;
    std::vector<double> place(at.begin(), at.end()), derivatives;
    for (double &one : place) {
        const double here = one;
        one = here + step;
        const double above = value(place);
        one = here - step;
        derivatives.push_back((above - value(place)) / (2 * step));
        one = here;
    }
    return derivatives;
}

double inner_product(const std::vector<float> &one, const std::vector<float> &other) {
    return std::inner_product(one.begin(), one.end(), other.begin(), 0.0);
}

} // namespace tiramisu::oracle
