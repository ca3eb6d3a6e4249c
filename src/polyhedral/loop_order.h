#pragma once

#include <string>
#include <vector>

// Where statements stand between the loops that they share: the constant dimensions of a schedule
// [s0, l0, s1, l1, ..., sd] in the 2d+1 form.

namespace tiramisu::poly {

/// A statement with its number of loops.
struct ordered_statement {
    std::string name;
    int loops = 0;
};

/// `later` shares the loops 0..level of `earlier` and comes after it inside; -1 shares none.
struct order_edge {
    std::string earlier;
    std::string later;
    int level = -1;
};

/// For each statement, in the given order, its loops + 1 constants. Statements without an edge to
/// an earlier one follow one another at the root, each with those that hang on it, in the given
/// order; those that hang on one statement are placed deepest level first, then in the order of
/// the edges. Every edge's statements exist, no statement is `later` twice, there are no cycles.
std::vector<std::vector<int>> positions(const std::vector<ordered_statement> &statements,
                                        const std::vector<order_edge> &edges);

} // namespace tiramisu::poly
