#include "core/derivative/recurrence.h"

#include <algorithm>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

[[noreturn]] void refuse(const public_call &call, const std::string &problem) {
    throw unsupported_error(call.subject, call.call, problem, call.where);
}

} // namespace

int carrying_level(const std::vector<contribution> &contributions,
                   const std::vector<chain_link> &chain, const computation_state &of,
                   const public_call &call) {
    const auto dims = static_cast<int>(of.iterators.size());
    int level = 0;
    for (const contribution &from : contributions) {
        const auto link = std::find_if(chain.begin(), chain.end(), [&](const chain_link &one) {
            return one.definition == from.reader;
        });
        // { P[read] -> P[made of it] }
        const isl::map passed = from.access.reverse().apply_range(link->elements);
        const isl::map backwards = passed.intersect(poly::not_after(passed.domain()));
        if (!backwards.is_empty()) {
            refuse(call, subject(*from.reader) + " reads " + from.read.to_str() +
                             ", an element that comes after the one that is computed; count the "
                             "iterators so that values are made of earlier ones");
        }
        const isl::map unnamed = poly::renamed_range(poly::unnamed_domain(passed), "");
        for (int dim = level + 1; dim < dims; ++dim) {
            if (!unnamed.is_disjoint(poly::differ_first_at(of.owner->ctx, dims, dim))) {
                level = dim;
            }
        }
    }
    return level;
}

} // namespace tiramisu::core
