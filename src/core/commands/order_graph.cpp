#include "core/commands/order_graph.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace tiramisu::core {

namespace {

/// On the way from `later` up to `earlier`, the innermost loop that all statements share.
int shared_on_the_way(order_edges &order, const std::string &earlier, const std::string &later) {
    int level = std::numeric_limits<int>::max();
    for (std::string at = later; at != earlier;) {
        const auto edge = edge_to(order, at);
        level = std::min(level, edge->level);
        at = edge->earlier;
    }
    return level;
}

/// The topmost statement that `statement` hangs on, or is, and that `other` does not hang on.
std::string first_apart(order_edges &order, const std::string &statement,
                        const std::string &other) {
    const auto edge = edge_to(order, statement);
    return edge == order.end() || comes_after(order, other, edge->earlier)
               ? statement
               : first_apart(order, edge->earlier, other);
}

} // namespace

bool comes_after(const order_edges &order, const std::string &later, const std::string &earlier) {
    if (later == earlier) {
        return true;
    }
    return std::any_of(order.begin(), order.end(), [&](const poly::order_edge &edge) {
        return edge.later == later && comes_after(order, edge.earlier, earlier);
    });
}

order_edges::iterator edge_to(order_edges &order, const std::string &later) {
    return std::find_if(order.begin(), order.end(),
                        [&](const poly::order_edge &edge) { return edge.later == later; });
}

void follow_both(const function_state &function, order_edges &order, poly::order_edge &known,
                 const poly::order_edge &second) {
    const poly::order_edge first = known;
    if (comes_after(order, first.earlier, second.earlier)) {
        return;
    }
    if (comes_after(order, second.earlier, first.earlier)) {
        known = second;
        return;
    }
    const bool second_is_closer = second.level >= first.level;
    known = second_is_closer ? second : first;
    const poly::order_edge &other = second_is_closer ? first : second;
    const computation_state &follower =
        *function.find_definition(first_apart(order, known.earlier, other.earlier));
    const int level = std::min(other.level, static_cast<int>(follower.nest.loops.size()) - 1);
    const auto place = edge_to(order, follower.id);
    if (place == order.end()) {
        order.push_back({other.earlier, follower.id, level});
    } else if (place->level <= shared_on_the_way(order, place->earlier, other.earlier)) {
        *place = {other.earlier, follower.id, std::max(level, place->level)};
    } else { // the other comes after all that hangs on the follower
        known = other;
    }
}

void leave_out(order_edges &order, const std::string &marker) {
    const auto before = std::find_if(order.begin(), order.end(),
                                     [&](const auto &edge) { return edge.later == marker; });
    std::optional<poly::order_edge> place;
    if (before != order.end()) {
        place = *before;
        order.erase(before);
    }
    order_edges kept;
    for (const poly::order_edge &edge : order) {
        if (edge.earlier != marker) {
            kept.push_back(edge);
            continue;
        }
        if (place) {
            kept.push_back({place->earlier, edge.later, std::min(place->level, edge.level)});
        }
        const bool is_first = !place || place->later == marker;
        place = is_first ? poly::order_edge{edge.later, "", edge.level} : *place;
    }
    order = std::move(kept);
}

} // namespace tiramisu::core
