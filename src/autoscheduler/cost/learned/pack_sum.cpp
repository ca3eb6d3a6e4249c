#include "autoscheduler/cost/learned/pack_sum.h"

#include <cmath>

namespace tiramisu::tune {

std::vector<double> pack_sum_loss::sums(const std::vector<float> &values) const {
    std::vector<double> found = priors_;
    for (std::size_t row = 0; row < values.size(); ++row) {
        found[program_of_row_[row]] += static_cast<double>(values[row]);
    }
    return found;
}

double pack_sum_loss::value(const std::vector<float> &values) const {
    const std::vector<double> found = sums(values);
    double loss = 0;
    for (std::size_t program = 0; program < found.size(); ++program) {
        const double off = found[program] - speeds_[program];
        loss += speeds_[program] * off * off / 2;
    }
    return loss;
}

double pack_sum_loss::error(const std::vector<float> &values) const {
    const std::vector<double> found = sums(values);
    double squares = 0;
    for (std::size_t program = 0; program < found.size(); ++program) {
        const double off = found[program] - speeds_[program];
        squares += off * off;
    }
    return found.empty() ? 0 : std::sqrt(squares / static_cast<double>(found.size()));
}

void pack_sum_loss::derivatives(const std::vector<float> &values, std::vector<float> &first,
                                std::vector<float> &second) const {
    const std::vector<double> found = sums(values);
    first.clear();
    second.clear();
    for (const std::size_t program : program_of_row_) {
        const double weight = speeds_[program];
        first.push_back(static_cast<float>(weight * (found[program] - speeds_[program])));
        second.push_back(static_cast<float>(weight));
    }
}

} // namespace tiramisu::tune
