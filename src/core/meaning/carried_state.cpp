#include "core/meaning/carried_state.h"

#include <algorithm>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

/// Leading dimensions of the timestamps in which the two share loops and places.
int shared_dimensions(const isl::map &a, const isl::map &b) {
    return std::max(poly::dimensions_before(a, b).value_or(0),
                    poly::dimensions_before(b, a).value_or(0));
}

int dimensions_shared_with_definitions(const computation_state &named, const isl::map &reading,
                                       const poly::timestamps &order) {
    std::vector<const computation_state *> all(named.updates.begin(), named.updates.end());
    all.push_back(&named);
    int shared = 0;
    for (const computation_state *definition : all) {
        const auto time = order.find(definition->id);
        if (time != order.end()) {
            shared = std::max(shared, shared_dimensions(time->second, reading));
        }
    }
    return shared;
}

} // namespace

bool is_carried_state(const lost_value &lost, const poly::timestamps &order) {
    if (lost.overwriter == nullptr || lost.overwriter->base == lost.named) {
        return false;
    }
    const isl::map &reading = order.at(lost.reader->id);
    const isl::map &writing = order.at(lost.overwriter->id);
    const int together = shared_dimensions(reading, writing);
    const int outside = dimensions_shared_with_definitions(*lost.named, reading, order);
    if (together <= outside) {
        return false;
    }
    const auto leading = [](const isl::map &time, int dims) {
        return poly::keep_range(time, 0, dims);
    };
    // { W[j] -> S[i] : in an earlier iteration of a loop that the value named does not share }
    const isl::map earlier =
        poly::runs_before(leading(writing, together), leading(reading, together))
            .intersect(leading(writing, outside).apply_range(leading(reading, outside).reverse()));
    return lost.instances.reverse().is_subset(earlier);
}

} // namespace tiramisu::core
