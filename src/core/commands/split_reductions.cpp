#include "core/commands/split_reductions.h"

#include <algorithm>

#include "core/program/state.h"

namespace tiramisu::core {

computation_state &partial_results(const computation_state &merge) {
    const auto &all = merge.owner->computations;
    return **std::find_if(all.rbegin(), all.rend(),
                          [&](const auto &one) { return one->merged_by == &merge; });
}

void require_whole_steps(const function_state &function,
                         const std::set<const computation_state *> &interleaved) {
    for (const auto &results : function.computations) {
        if (results->merged_by == nullptr) {
            continue;
        }
        const computation_state &merge = *results->merged_by;
        if (interleaved.count(results.get()) != 0 || interleaved.count(merge.base) != 0) {
            throw user_error(
                subject(merge), "rfactor",
                "its partial results are computed as a whole before they are merged, but \"" +
                    merge.base->name +
                    "\" runs in turns with other computations: they read and write the same "
                    "memory; store them in different elements, or do without rfactor",
                results->where);
        }
    }
}

} // namespace tiramisu::core
