#pragma once

#include <cstddef>
#include <vector>

namespace tiramisu::tune {

/// The loss of a model that predicts programs as sums over their statements (Ansor, OSDI 2020,
/// section 5.2): half of the sum over programs of y * (prior + sum of its rows' values - y)^2. `y`
/// is the program's speed, 1 for the fastest of its task, so that good programs count most. Ansor
/// has no prior, the speed that another model expects.
class pack_sum_loss {
public:
    /// `program_of_row[r]`: a place in `speeds` and in `priors`.
    pack_sum_loss(std::vector<std::size_t> program_of_row, std::vector<double> speeds,
                  std::vector<double> priors)
        : program_of_row_(std::move(program_of_row)), speeds_(std::move(speeds)),
          priors_(std::move(priors)) {}

    /// By program, with priors.
    std::vector<double> sums(const std::vector<float> &values) const;
    double value(const std::vector<float> &values) const;
    /// The square root of the mean squared error of sums.
    double error(const std::vector<float> &values) const;
    /// First and second derivatives by each value.
    void derivatives(const std::vector<float> &values, std::vector<float> &first,
                     std::vector<float> &second) const;

private:
    std::vector<std::size_t> program_of_row_;
    std::vector<double> speeds_, priors_;
};

} // namespace tiramisu::tune
