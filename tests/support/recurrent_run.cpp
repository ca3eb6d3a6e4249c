#include "support/recurrent_run.h"

#include <algorithm>
#include <limits>

#include "support/conv2d_run.h"
#include "support/guarded_memory.h"

namespace tiramisu::oracle {

double recurrent_error(const nn::recurrent &layer, const recurrent_values &values) {
    tiramisu::testing::guarded_memory<float> weights(values.weights);
    return recurrent_error(layer.problem(), values, [&](const nn::recurrent_data &data) {
        layer.run(data, weights.data());
    });
}

double recurrent_error(const nn::recurrent_problem &problem, const recurrent_values &values,
                       const std::function<void(const nn::recurrent_data &)> &run) {
    using memory = tiramisu::testing::guarded_memory<float>;
    const recurrent_result expected = reference_recurrent(problem, values);
    const auto unwritten = [](const std::vector<double> &like) {
        return std::vector<float>(like.size(), std::numeric_limits<float>::quiet_NaN());
    };
    memory src(values.src);
    memory first_hidden(values.first_hidden), first_cell(values.first_cell);
    memory dst(unwritten(expected.dst));
    memory last_hidden(unwritten(expected.last_hidden)), last_cell(unwritten(expected.last_cell));

    nn::recurrent_data data;
    data.src = src.data();
    data.dst = dst.data();
    data.first_hidden = values.first_hidden.empty() ? nullptr : first_hidden.data();
    data.first_cell = values.first_cell.empty() ? nullptr : first_cell.data();
    data.last_hidden = last_hidden.data();
    data.last_cell = expected.last_cell.empty() ? nullptr : last_cell.data();
    tiramisu::testing::guarded_memory<std::int32_t> lengths(values.lengths);
    if (problem.lengths) {
        data.steps = values.steps;
        data.lengths = values.lengths.empty() ? nullptr : lengths.data();
    }
    run(data);
    return std::max({largest_error(expected.dst, dst.elements()),
                     largest_error(expected.last_hidden, last_hidden.elements()),
                     largest_error(expected.last_cell, last_cell.elements())});
}

} // namespace tiramisu::oracle
