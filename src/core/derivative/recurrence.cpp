#include "core/derivative/recurrence.h"

#include <algorithm>

#include "core/program/memory_accesses.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

[[noreturn]] void refuse(const public_call &call, const std::string &problem) {
    throw unsupported_error(call.subject, call.call, problem, call.where);
}

/// The definitions of a computation, in their order.
std::vector<const computation_state *> definitions_of(const computation_state &base) {
    std::vector<const computation_state *> all = {&base};
    all.insert(all.end(), base.updates.begin(), base.updates.end());
    return all;
}

// { S[i] -> S[j] : j runs before i }
isl::map earlier_instances(const computation_state &definition) {
    const isl::map not_after = poly::not_after(definition.domain);
    return not_after.subtract(poly::identity_on(poly::universe(
        definition.owner->ctx, definition.iterators.size(), definition.id)));
}

} // namespace

void require_last_value(const contribution &from, const computation_state &of,
                        const public_call &call) {
    const auto all = definitions_of(of);
    const auto reader = std::find(all.begin(), all.end(), from.reader);
    for (auto writer = reader; writer != all.end(); ++writer) {
        bool is_affine = true;
        const isl::map elements = access_relation(**writer, of.id, (*writer)->target, is_affine);
        isl::map late = from.access.apply_range(elements.reverse()); // { S[i] -> W[j] }
        if (writer == reader) {
            late = late.subtract(earlier_instances(**writer));
        }
        if (!late.is_empty()) {
            refuse(call, subject(*from.reader) + " reads " + from.read.to_str() + ", which " +
                             (writer == reader ? "it" : subject(**writer)) +
                             " overwrites afterwards: a derivative would need both values; keep "
                             "them in different elements, or make a computation of each");
        }
    }
}

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
