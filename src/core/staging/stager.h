#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/staging/window_finder.h"

namespace tiramisu::core {

/// Makes one staging: finds the window, then the statements that fill and empty it. What all
/// staging commands share; each command's file derives the rest. Nothing changes before install().
class stager : public window_finder {
public:
    using window_finder::window_finder;

    /// Names of the window's own dimensions, in place of those of the values; there may be fewer.
    void name_dimensions(std::vector<std::string> names) { names_ = std::move(names); }
    /// The window itself: an input over the loops around it and its own dimensions.
    void add_window();
    void keep_in(memory kept) { made_.kept = kept; }
    void install();

protected:
    std::vector<iterator> window_iterators() const;
    // r + corner, over the window's iterators
    std::vector<expr> source_index() const;
    expr plus_corner(const expr &relative, std::size_t dim) const;
    /// A statement that the staging adds, of a name that is free.
    computation_state *add(const std::string &name, const std::string &suffix,
                           const std::vector<iterator> &iterators, const isl::set &domain);

private:
    std::string free_name(const std::string &wish) const;

    std::vector<std::unique_ptr<computation_state>> states_;
    std::vector<std::string> names_;
};

} // namespace tiramisu::core
