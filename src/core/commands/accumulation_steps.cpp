#include "core/commands/accumulation_steps.h"

#include "core/program/memory_accesses.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;

/// { W[i] } in which the read is done.
isl::set readers(const function_state &function, const memory_access &read) {
    const isl::set all = read.relation.domain();
    if (!read.is_conditional || !read.instances) {
        return all;
    }
    const computation_state &named = *function.find_definition(read.named);
    return named.is_input()
               ? all
               : all.intersect(read.instances->intersect_range(executed_domain(named)).domain());
}

} // namespace

isl::set accumulation_steps(const function_state &function, const memory_access &write,
                            const std::vector<memory_access> &accesses) {
    const isl::set all = write.relation.domain();
    if (write.reduction_class != 0) {
        return all;
    }
    isl::set steps = all.subtract(all);
    for (const memory_access &read : accesses) {
        const bool is_own = !read.is_write() && read.statement == write.statement &&
                            read.buffer == write.buffer && !read.named.empty();
        if (is_own && read.relation.is_subset(write.relation)) {
            steps = steps.unite(readers(function, read));
        }
    }
    return steps;
}

} // namespace tiramisu::core
