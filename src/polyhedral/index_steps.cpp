#include "polyhedral/index_steps.h"

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

std::optional<std::vector<long>> steps_of(const isl::aff &index) {
    if (isl_aff_dim(index.get(), isl_dim_div) > 0) {
        return std::nullopt;
    }
    std::vector<long> steps;
    for (int x = 0; x < isl_aff_dim(index.get(), isl_dim_in); ++x) {
        const isl::val step = isl::manage(isl_aff_get_coefficient_val(index.get(), isl_dim_in, x));
        if (!step.is_int()) {
            return std::nullopt;
        }
        steps.push_back(to_long(step));
    }
    return steps;
}

} // namespace

std::optional<std::vector<std::vector<long>>> index_steps(const isl::map &elements) {
    // Few indices of relations with more are sums of loops, and isl looks for their formulas long.
    constexpr int most = 3;
    if (most_divisions(elements) > most || !elements.is_single_valued()) {
        return std::nullopt;
    }
    std::optional<std::vector<std::vector<long>>> found;
    int pieces = 0;
    elements.as_pw_multi_aff().foreach_piece([&](const isl::set &, const isl::multi_aff &indices) {
        found = std::vector<std::vector<long>>();
        ++pieces;
        for (int dim = 0; found && dim < range_dims(elements); ++dim) {
            if (const auto steps = steps_of(indices.at(dim))) {
                found->push_back(*steps);
            } else {
                found.reset();
            }
        }
    });
    return pieces == 1 ? found : std::nullopt;
}

} // namespace tiramisu::poly
