#include "core/derivative/input_elements.h"

#include <algorithm>

#include "core/derivative/gathered_term.h"
#include "core/program/domain.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

bool has_bounds(const iterator &it) {
    return it.lower.is_defined() && it.upper.is_defined();
}

} // namespace

isl::set input_elements(const computation_state &input, const public_call &call) {
    std::vector<iterator> iterators = input.iterators;
    const std::vector<std::string> names = element_names(input);
    for (std::size_t dim = 0; dim < names.size(); ++dim) {
        iterators[dim].name = names[dim]; // of {i, i} each index may have any value
    }
    if (input.storage != nullptr && !input.storage_indices) {
        for (std::size_t dim = 0; dim < iterators.size(); ++dim) {
            iterators[dim].lower = expr(0);
            iterators[dim].upper = input.storage->sizes[dim];
        }
    }
    if (!std::all_of(iterators.begin(), iterators.end(), has_bounds)) {
        throw user_error(call.subject, call.call,
                         "the size of input \"" + input.name +
                             "\" is not known, and so that of its derivative: give its iterators "
                             "bounds, or store it in a buffer first",
                         call.where);
    }
    return poly::renamed(box_domain(*input.owner, subject(input), iterators, call.where), input.id);
}

} // namespace tiramisu::core
