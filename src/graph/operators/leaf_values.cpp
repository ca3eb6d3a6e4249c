#include "graph/operators/leaf_values.h"

#include <map>

#include "graph/operators/scores.h"

namespace tiramisu::graph {

leaf_values::leaf_values(std::size_t nodes, std::size_t targets) : targets_(targets) {
    constexpr std::size_t most = std::size_t{1} << 28;
    if (nodes > most / targets) {
        throw refusal("has " + std::to_string(nodes) + " nodes for " + std::to_string(targets) +
                      " targets, supported are up to " + std::to_string(most) +
                      " values of leaves");
    }
    values_.resize(nodes * targets);
}

void leaf_values::add(std::size_t node, std::int64_t target, float value) {
    if (target < 0 || target >= static_cast<std::int64_t>(targets_)) {
        throw refusal("a leaf adds to target " + std::to_string(target) + " of " +
                      std::to_string(targets_));
    }
    values_[node * targets_ + static_cast<std::size_t>(target)] += value;
}

std::string leaf_values::scores(expansion &to, const forest &trees,
                                const std::string &aggregate) const {
    static const std::map<std::string, std::string> operators = {{"SUM", "ReduceSum"},
                                                                 {"AVERAGE", "ReduceMean"},
                                                                 {"MIN", "ReduceMin"},
                                                                 {"MAX", "ReduceMax"}};
    const auto found = operators.find(aggregate);
    if (found == operators.end()) {
        throw refusal("attribute aggregate_function is \"" + aggregate +
                      "\", supported are SUM, AVERAGE, MIN and MAX");
    }
    const std::string leaves = trees.leaves(to, table_of(to));
    const auto rows = static_cast<std::int64_t>(values_.size() / targets_);
    const std::string table =
        to.constant({shape{rows, static_cast<std::int64_t>(targets_)}, values_});
    return to.reduced(found->second, to.add("Gather", {table, leaves}), {0}, false);
}

} // namespace tiramisu::graph
