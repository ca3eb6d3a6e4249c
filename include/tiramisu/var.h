#pragma once

#include <string>

#include "tiramisu/expr.h"

namespace tiramisu {

/// A loop iterator. A var with bounds runs over lower <= var < upper; one without bounds only
/// names a loop (the result of a split, an index of an update). Bounds are integer expressions over
/// constants and iterators that come before this one. They may read memory, start(f) to
/// start(f + 1): then they are computed just outside the loop, and the loops over the iterators
/// that they name have to stay around it.
class var : public expr {
public:
    /// An iterator with a fresh name ("_i", "_j", ..., "_i1", ...) and no bounds.
    var();
    /// A name without bounds.
    var(const std::string &name, source_place where = source_place::current());
    var(const char *name, source_place where = source_place::current());
    var(primitive_t type, const std::string &name, source_place where = source_place::current());
    /// A named iterator over [lower, upper).
    var(const std::string &name, const expr &lower, const expr &upper,
        source_place where = source_place::current());
    var(const char *name, const expr &lower, const expr &upper,
        source_place where = source_place::current());
    /// An iterator over [lower, upper) with a fresh name.
    var(const expr &lower, const expr &upper, source_place where = source_place::current());

    bool has_bounds() const { return get_n_arg() == 2; }
    expr get_lower() const; ///< undefined without bounds
    expr get_upper() const; ///< exclusive; undefined without bounds
};

} // namespace tiramisu
