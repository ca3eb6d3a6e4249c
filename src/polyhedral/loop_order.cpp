#include "polyhedral/loop_order.h"

#include <algorithm>
#include <map>

namespace tiramisu::poly {

namespace {

class placer {
public:
    placer(const std::vector<ordered_statement> &statements, const std::vector<order_edge> &edges)
        : edges_(edges) {
        for (const ordered_statement &statement : statements) {
            loops_[statement.name] = statement.loops;
        }
    }

    /// Shares the loops 0..level of `earlier`, then opens new ones after all that stands there.
    void place(const std::string &name, const std::vector<int> &earlier, int level) {
        const int deepest = static_cast<int>(earlier.size()) - 2;
        const int shared = std::max(-1, std::min(level, deepest));
        std::vector<int> position(earlier.begin(), earlier.begin() + (shared + 1));
        position.push_back(next_[position]++);
        while (static_cast<int>(position.size()) <= loops_[name]) {
            position.push_back(next_[position]++);
        }
        positions_[name] = position;
        place_followers(name);
    }

    const std::vector<int> &position(const std::string &name) const { return positions_.at(name); }

private:
    void place_followers(const std::string &name) {
        std::vector<order_edge> followers;
        std::copy_if(edges_.begin(), edges_.end(), std::back_inserter(followers),
                     [&](const order_edge &edge) { return edge.earlier == name; });
        std::stable_sort(
            followers.begin(), followers.end(),
            [](const order_edge &a, const order_edge &b) { return a.level > b.level; });
        for (const order_edge &edge : followers) {
            const int level = std::min(edge.level, loops_[edge.later] - 1);
            place(edge.later, positions_.at(name), level);
        }
    }

    const std::vector<order_edge> &edges_;
    std::map<std::string, int> loops_;
    std::map<std::string, std::vector<int>> positions_;
    std::map<std::vector<int>, int> next_; // prefix -> number of children placed below it
};

} // namespace

std::vector<std::vector<int>> positions(const std::vector<ordered_statement> &statements,
                                        const std::vector<order_edge> &edges) {
    placer place(statements, edges);
    const auto has_earlier = [&](const ordered_statement &statement) {
        return std::any_of(edges.begin(), edges.end(),
                           [&](const order_edge &edge) { return edge.later == statement.name; });
    };
    for (const ordered_statement &statement : statements) {
        if (!has_earlier(statement)) {
            place.place(statement.name, {}, -1);
        }
    }
    std::vector<std::vector<int>> result;
    for (const ordered_statement &statement : statements) {
        result.push_back(place.position(statement.name));
    }
    return result;
}

} // namespace tiramisu::poly
