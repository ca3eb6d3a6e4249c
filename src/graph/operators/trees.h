#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "graph/operators/expansion.h"

namespace tiramisu::graph {

/// The operator that walks through trees, which files cannot name.
constexpr const char *tree_leaves = "leaves of trees";

/// Throws refusal unless there are nodes, and attributes of these sizes tell of all of them.
void require_all_nodes(std::size_t nodes, std::initializer_list<std::size_t> attributes);

/// Trees of tests "is the value of this column at most that limit?".
class forest {
public:
    enum class test { at_most, less, at_least, more, equal, unequal };

    /// With as many nodes, which are leaves until they are told otherwise.
    explicit forest(std::size_t nodes);

    /// What a node asks. A NaN goes on at `yes` where `takes_nan` is true.
    void ask(std::size_t node, test asked, std::int64_t column, float limit, bool takes_nan,
             std::size_t yes, std::size_t no);
    void start_at(std::size_t node) { roots_.push_back(static_cast<std::int32_t>(node)); }

    std::size_t trees() const { return roots_.size(); }
    /// Nodes from root to leaf, at most. Throws refusal where trees are no trees.
    std::int64_t depth() const;
    /// Numbers of leaves, a row for each tree, of the rows of a table. Throws refusal.
    std::string leaves(expansion &to, const std::string &table) const;

private:
    std::vector<std::int32_t> columns_, nans_, roots_;
    std::vector<std::int32_t> next_; ///< of each node that behind "at most", then behind "more"
    std::vector<float> limits_;
    std::int64_t last_column_ = 0;

    std::size_t add_leaf();
    void set(std::size_t node, std::int64_t column, float limit, bool takes_nan, std::size_t small,
             std::size_t large);
};

} // namespace tiramisu::graph
