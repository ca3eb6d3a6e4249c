#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/derivative/gathered_term.h"

namespace tiramisu::core {

/// Elements counted backwards in their outermost dimensions, down to a level.
class reversal {
public:
    /// `taken` are names that the new iterators may not have.
    reversal(const computation_state &of, int level, std::vector<std::string> taken);

    const std::vector<expr> &target() const { return target_; }
    const std::string &innermost() const { return backward_.back(); }

    std::vector<std::string> names(std::vector<std::string> all) const;
    /// Where an element lies when it is counted backwards.
    std::vector<expr> element(std::vector<expr> forward) const;
    /// { [-a0, a1, f] } of { [a0, a1, f] }
    isl::set domain(const isl::set &forward) const;
    /// A term over the elements and `free` more dimensions, counted backwards.
    gathered_term term(const function_state &function, const gathered_term &forward) const;

private:
    std::vector<std::string> names_, backward_;
    std::size_t level_;
    std::vector<expr> target_;
    std::map<std::string, expr> meaning_;
};

} // namespace tiramisu::core
