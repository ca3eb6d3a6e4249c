#include "core/meaning/kept_order.h"

#include <algorithm>

#include "polyhedral/live_ranges.h"

namespace tiramisu::core {

namespace {

/// Temporaries that only statements of the meaning touch: between what stagings add, the
/// dependences do not say how all instances are ordered.
std::vector<std::string> plain_temporaries(const analysis &now) {
    std::vector<std::string> names;
    for (const program_buffer &buffer : now.resolved.temporaries) {
        const bool is_staged = std::any_of(
            now.accesses.begin(), now.accesses.end(), [&](const poly::memory_access &access) {
                return access.buffer == buffer.name &&
                       now.meant->reference.count(access.statement) == 0;
            });
        if (!is_staged) {
            names.push_back(buffer.name);
        }
    }
    return names;
}

} // namespace

void for_each_disorder(
    const function_state &function, const analysis &now,
    const std::function<poly::visited(std::size_t dependence, const isl::map &pairs)> &visit) {
    poly::for_each_broken(now.dependences, now.accesses, now.schedule, function.strict_reductions,
                          plain_temporaries(now), visit);
}

std::optional<poly::witness> find_disorder(const function_state &function, const analysis &now) {
    return poly::find_broken(now.dependences, now.accesses, now.schedule,
                             function.strict_reductions, plain_temporaries(now));
}

std::vector<poly::dependence> dependences_to_keep(const analysis &now) {
    return poly::with_live_ranges_as_scheduled(now.dependences, plain_temporaries(now),
                                               now.accesses, now.schedule);
}

} // namespace tiramisu::core
