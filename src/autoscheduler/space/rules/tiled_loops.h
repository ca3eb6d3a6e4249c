#pragma once

#include "autoscheduler/space/rules/leveled_nest.h"

namespace tiramisu::tune {

/// The loops of a stage's main statement, of the structure SSRSRS, with the sizes that a candidate
/// has chosen for them.
class tiled_loops {
public:
    tiled_loops(const writing &to, std::size_t stage);

    const writing &to() const { return to_; }
    std::size_t stage() const { return stage_; }
    std::size_t statement() const { return at_; }
    const statement_view &main() const { return main_; }
    leveled_nest &nest() { return nest_; }
    const leveled_nest &nest() const { return nest_; }

    /// What was chosen for a decision of the stage.
    int value(const std::string &what, int otherwise) const;
    /// Iterations of a level in one of the level outside of it.
    long size(std::size_t iterator, int level) const;
    /// Iterators of the result in the order of the outermost loops.
    std::vector<std::size_t> outermost_order() const;
    /// The outermost loops, to level 1 (s0) or 2 (s0 s1).
    std::vector<std::string> outer_loops(int level) const;
    /// Loops of all levels of the reduction inside of the first one, outermost first.
    std::vector<std::string> inner_terms() const;

    void split_and_order();

private:
    const writing &to_;
    const std::size_t stage_, at_;
    const statement_view &main_;
    leveled_nest nest_;
};

void append(std::vector<std::string> &to, const std::vector<std::string> &more);

} // namespace tiramisu::tune
