#include "core/search/kept_dependences.h"

#include <algorithm>

#include "core/commands/schedule_view.h"
#include "polyhedral/legality.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

std::vector<poly::dependence> own_dependences(const analysis &now, const std::string &statement) {
    std::vector<poly::dependence> own;
    std::copy_if(now.dependences.begin(), now.dependences.end(), std::back_inserter(own),
                 [&](const poly::dependence &dep) {
                     return dep.source == statement && dep.sink == statement;
                 });
    return own;
}

bool keeps_own_order(const analysis &now, const poly::scheduled_statement &moved) {
    return !poly::find_broken(own_dependences(now, moved.name), now.accesses,
                              timestamps_of({moved}), true);
}

bool carries_dependence(const analysis &now, const poly::scheduled_statement &statement,
                        int level) {
    const poly::timestamps times = timestamps_of({statement});
    poly::carrying_loop carried(times, poly::loop_dim(level));
    const std::vector<poly::dependence> own = own_dependences(now, statement.name);
    return std::any_of(own.begin(), own.end(),
                       [&](const poly::dependence &dep) { return !carried(dep).is_empty(); });
}

} // namespace tiramisu::core
