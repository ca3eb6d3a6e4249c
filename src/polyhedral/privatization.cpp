#include "polyhedral/privatization.h"

#include <algorithm>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

// { R[i] -> W[j] : W[j] runs before R[i], in the same iteration of the loops up to dim }
isl::map earlier_in_iteration(const isl::map &read_time, const isl::map &write_time, int dim) {
    const isl::map same = equal_prefix(read_time.ctx(), range_dims(read_time), dim + 1);
    return runs_before(write_time, read_time)
        .reverse()
        .intersect(read_time.apply_range(same).apply_range(write_time.reverse()));
}

} // namespace

isl::map reads_from_outside(const memory_access &read, const std::vector<memory_access> &accesses,
                            const timestamps &schedule, int dim) {
    isl::map uncovered = read.relation;
    for (const memory_access &write : accesses) {
        if (write.buffer == read.buffer && write.is_write() && write.exact) {
            const isl::map earlier = earlier_in_iteration(schedule.at(read.statement),
                                                          schedule.at(write.statement), dim);
            uncovered = uncovered.subtract(earlier.apply_range(write.relation));
        }
    }
    return uncovered;
}

bool is_private(const std::string &buffer, const std::vector<memory_access> &accesses,
                const timestamps &schedule, const std::vector<std::string> &inside, int dim) {
    const auto is_used_outside = [&](const memory_access &access) {
        return access.buffer == buffer &&
               std::find(inside.begin(), inside.end(), access.statement) == inside.end();
    };
    const std::vector<memory_access> reads = reads_by_statement(buffer, accesses);
    return std::none_of(accesses.begin(), accesses.end(), is_used_outside) &&
           std::all_of(reads.begin(), reads.end(), [&](const memory_access &read) {
               return reads_from_outside(read, accesses, schedule, dim).is_empty();
           });
}

} // namespace tiramisu::poly
