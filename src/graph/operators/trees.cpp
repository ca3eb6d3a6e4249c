#include "graph/operators/trees.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tiramisu::graph {

namespace {

constexpr std::size_t most_nodes = std::size_t{1} << 24;

float next_below(float limit) {
    return std::nextafter(limit, -std::numeric_limits<float>::infinity());
}

} // namespace

void require_all_nodes(std::size_t nodes, std::initializer_list<std::size_t> attributes) {
    for (const std::size_t size : attributes) {
        if (size != nodes || nodes == 0) {
            throw refusal("has attributes of " + std::to_string(nodes) + " and of " +
                          std::to_string(size) + " nodes");
        }
    }
}

forest::forest(std::size_t nodes) {
    if (nodes > most_nodes / 2) {
        throw refusal("has " + std::to_string(nodes) + " nodes of trees, supported are up to " +
                      std::to_string(most_nodes / 2));
    }
    for (std::size_t i = 0; i < nodes; i++) {
        add_leaf();
    }
}

std::size_t forest::add_leaf() {
    const std::size_t node = columns_.size();
    columns_.push_back(0);
    limits_.push_back(0);
    nans_.push_back(0);
    next_.insert(next_.end(), 2, static_cast<std::int32_t>(node));
    return node;
}

void forest::set(std::size_t node, std::int64_t column, float limit, bool takes_nan,
                 std::size_t small, std::size_t large) {
    columns_[node] = static_cast<std::int32_t>(column);
    limits_[node] = limit;
    nans_[node] = takes_nan ? 1 : 0;
    next_[2 * node] = static_cast<std::int32_t>(small);
    next_[2 * node + 1] = static_cast<std::int32_t>(large);
    last_column_ = std::max(last_column_, column);
}

void forest::ask(std::size_t node, test asked, std::int64_t column, float limit, bool takes_nan,
                 std::size_t yes, std::size_t no) {
    if (column < 0) {
        throw refusal("a node of a tree asks for column " + std::to_string(column));
    }
    switch (asked) {
    case test::at_most: set(node, column, limit, takes_nan, yes, no); return;
    case test::less: set(node, column, next_below(limit), takes_nan, yes, no); return;
    case test::more: set(node, column, limit, !takes_nan, no, yes); return;
    case test::at_least: set(node, column, next_below(limit), !takes_nan, no, yes); return;
    case test::unequal: ask(node, test::equal, column, limit, !takes_nan, no, yes); return;
    case test::equal: {
        const std::size_t below = add_leaf();
        set(node, column, limit, takes_nan, below, no);
        set(below, column, next_below(limit), false, no, yes);
        return;
    }
    }
}

std::int64_t forest::depth() const {
    std::vector<std::size_t> level;
    for (const std::int32_t root : roots_) {
        level.push_back(static_cast<std::size_t>(root));
    }
    const auto all = static_cast<std::int64_t>(columns_.size());
    for (std::int64_t depth = 0; depth <= all; depth++) {
        std::vector<std::size_t> next;
        for (const std::size_t node : level) {
            const auto small = static_cast<std::size_t>(next_[2 * node]),
                       large = static_cast<std::size_t>(next_[2 * node + 1]);
            if (small != node || large != node) {
                next.push_back(small);
                next.push_back(large);
            }
        }
        if (next.empty()) {
            return depth;
        }
        // Those who ask for one of several numbers go on at the same node.
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        level = std::move(next);
    }
    throw refusal("its trees are no trees: a node leads to itself");
}

std::string forest::leaves(expansion &to, const std::string &table) const {
    if (last_column_ >= to.extents(table)[1]) {
        throw refusal("a node of a tree asks for column " + std::to_string(last_column_) +
                      ", the table has " + std::to_string(to.extents(table)[1]));
    }
    const auto numbers = [&](const auto &values) {
        return to.constant({shape{static_cast<std::int64_t>(values.size())}, values});
    };
    std::vector<std::string> inputs = {table, numbers(columns_), numbers(limits_), numbers(next_),
                                       numbers(roots_)};
    if (std::any_of(nans_.begin(), nans_.end(), [](std::int32_t one) { return one != 0; })) {
        inputs.push_back(numbers(nans_));
    }
    return to.add(tree_leaves, inputs, {{"depth", depth()}});
}

} // namespace tiramisu::graph
