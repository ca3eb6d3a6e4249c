// What schedules of a recurrence go through: its computations in their order.
#include "nn/layers/recurrent/algorithm.h"

namespace tiramisu::nn {

std::vector<computation> recurrence::products() const {
    std::vector<computation> list;
    for (const product_of_input &one : from_inputs) {
        list.push_back(one.part);
    }
    list.push_back(from_before);
    if (projection) {
        list.push_back(projection->product);
    }
    return list;
}

std::vector<computation> recurrence::stages() const {
    std::vector<computation> list = {start};
    for (const product_of_input &one : from_inputs) {
        list.push_back(one.part);
    }
    list.push_back(from_before);
    list.insert(list.end(), cell.begin(), cell.end());
    if (projection) {
        list.insert(list.end(), {projection->start, projection->product, projection->state});
    }
    return list;
}

void recurrence::fuse(const var &of_inputs, const var &step, const var &of_state) const {
    const std::size_t first_of_cell = 1 + from_inputs.size() + 1;
    const std::size_t first_of_projection = first_of_cell + cell.size();
    std::vector<computation> all = stages();
    for (std::size_t i = 1; i < all.size(); i++) {
        const bool is_of_input = i < first_of_cell, is_projected = i == first_of_projection;
        all[i - 1].then(all[i], is_of_input ? of_inputs : is_projected ? step : of_state);
    }
}

} // namespace tiramisu::nn
