#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tiramisu/computation.h"
#include "tiramisu/nn/post_op.h"

namespace tiramisu::nn {

/// A pooling of values that have so many rows and columns.
struct pooled_image {
    post::pool pool;
    expr rows, columns;

    /// Whether some window leaves the image.
    bool is_left() const;
    bool is_maximum() const { return pool.what == post::pool::kind::max; }
    /// The rows (columns) of the window at y (x) of the result that lie in the image, counted
    /// from its first.
    var rows_of_window(const std::string &name, const expr &y) const;
    var columns_of_window(const std::string &name, const expr &x) const;
    /// What a window without values comes to.
    expr nothing() const;
    /// The larger one of two parts of a window, or their sum.
    expr together(const expr &one, const expr &other) const;
    /// The same of so many parts, at least one, in their order.
    expr together(int parts, const std::function<expr(int part)> &part) const;
    /// Defines the update that brings all values of a window together in the element.
    void gather(access element, const expr &value) const;
    /// The row (column) of the image that is nearest to this one, which may be outside. Windows
    /// that have the latter have the former, too.
    expr nearest_row(const expr &row) const;
    expr nearest_column(const expr &column) const;
    /// What a window takes of a value that is read at the nearest place, `is_inside` if that is the
    /// place itself: a maximum may take it twice, a sum must not.
    expr taken(const expr &nearest, const expr &is_inside) const;
    /// What a window comes to that is this `together`: for a maximum that itself, else its product
    /// with the share.
    expr scaled(const expr &all, const expr &share) const;
    /// What the sum of the window at y, x of the result is multiplied by: one over its values.
    expr share(const expr &y, const expr &x) const;
    /// Its factors: one over the rows, and one over the columns.
    expr share_of_rows(const expr &y) const;
    expr share_of_columns(const expr &x) const;
    /// Whether the latter depends on x.
    bool has_uneven_columns() const;
};

/// The computations of a pooling over `outer`, y and x, which count windows.
struct pool_stages {
    computation windows; ///< largest value, or sum; has one update over wy and wx
    computation result;  ///< the same computation for a maximum, else the means
};

/// `value` says what is pooled at a row and column, for the values of `outer`.
pool_stages pool_windows(const pooled_image &image, const std::vector<var> &outer, const var &y,
                         const var &x,
                         const std::function<expr(const expr &row, const expr &column)> &value);

} // namespace tiramisu::nn
