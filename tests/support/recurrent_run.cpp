#include "support/recurrent_run.h"

#include <algorithm>
#include <limits>

#include "support/conv2d_run.h"
#include "support/guarded_memory.h"

namespace tiramisu::oracle {

double recurrent_error(const nn::recurrent &layer, const recurrent_values &values) {
    using memory = tiramisu::testing::guarded_memory<float>;
    const recurrent_result expected = reference_recurrent(layer.problem(), values);
    const auto unwritten = [](const std::vector<double> &like) {
        return std::vector<float>(like.size(), std::numeric_limits<float>::quiet_NaN());
    };
    memory src(values.src), weights(values.weights);
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
    if (layer.problem().lengths) {
        data.steps = values.steps;
        data.lengths = values.lengths.empty() ? nullptr : lengths.data();
    }
    layer.run(data, weights.data());
    return std::max({largest_error(expected.dst, dst.elements()),
                     largest_error(expected.last_hidden, last_hidden.elements()),
                     largest_error(expected.last_cell, last_cell.elements())});
}

} // namespace tiramisu::oracle
