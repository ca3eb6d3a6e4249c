#include "nn/framework/program/pool_windows.h"

#include <limits>

namespace tiramisu::nn {

namespace {

/// How many of the `window` elements that begin at `first` are from 0 to `size` - 1.
expr count_inside(const expr &first, int window, const expr &size) {
    return min(first + window, size) - max(first, 0);
}

/// Whether windows leave `size` elements. Those without padding never leave what is as large as one
/// of them, and there is none where it is smaller.
bool leaves(const expr &size, int window, int padding) {
    return padding > 0 || (size.is_constant() && window > size.get_int_val());
}

/// The elements of the window that begins at `first` which are from 0 to `size` - 1.
var inside(const std::string &name, const expr &first, int window, const expr &size, bool is_left) {
    return is_left ? var(name, max(-first, 0), min(size - first, window)) : var(name, 0, window);
}

access at(const computation &values, std::vector<var> outer, const var &y, const var &x) {
    outer.insert(outer.end(), {y, x});
    return values.at({outer.begin(), outer.end()});
}

} // namespace

bool pooled_image::is_left() const {
    return leaves(rows, pool.kh, pool.ph) || leaves(columns, pool.kw, pool.pw);
}

var pooled_image::rows_of_window(const std::string &name, const expr &y) const {
    return inside(name, y * pool.sh - pool.ph, pool.kh, rows, leaves(rows, pool.kh, pool.ph));
}

var pooled_image::columns_of_window(const std::string &name, const expr &x) const {
    return inside(name, x * pool.sw - pool.pw, pool.kw, columns, leaves(columns, pool.kw, pool.pw));
}

expr pooled_image::nothing() const {
    return is_maximum() ? expr(-std::numeric_limits<float>::infinity()) : expr(0.0f);
}

expr pooled_image::together(const expr &one, const expr &other) const {
    return is_maximum() ? max(one, other) : one + other;
}

expr pooled_image::together(int parts, const std::function<expr(int part)> &part) const {
    expr all = part(0);
    for (int i = 1; i < parts; i++) {
        all = together(all, part(i));
    }
    return all;
}

void pooled_image::gather(access element, const expr &value) const {
    if (is_maximum()) {
        element.max_with(value);
    } else {
        element += value;
    }
}

expr pooled_image::nearest_row(const expr &row) const {
    return is_left() ? clamp(row, 0, rows - 1) : row;
}

expr pooled_image::nearest_column(const expr &column) const {
    return is_left() ? clamp(column, 0, columns - 1) : column;
}

expr pooled_image::taken(const expr &nearest, const expr &is_inside) const {
    return is_maximum() || !is_left() ? nearest : select(is_inside, nearest, nothing());
}

expr pooled_image::scaled(const expr &all, const expr &share) const {
    return is_maximum() ? all : all * share;
}

expr pooled_image::share(const expr &y, const expr &x) const {
    if (pool.what == post::pool::kind::average_with_padding || !is_left()) {
        return expr(1.0f / static_cast<float>(pool.kh * pool.kw));
    }
    return 1.0f / cast(p_float32, count_inside(y * pool.sh - pool.ph, pool.kh, rows) *
                                      count_inside(x * pool.sw - pool.pw, pool.kw, columns));
}

expr pooled_image::share_of_rows(const expr &y) const {
    const bool is_uneven =
        pool.what == post::pool::kind::average_without_padding && leaves(rows, pool.kh, pool.ph);
    return is_uneven ? 1.0f / cast(p_float32, count_inside(y * pool.sh - pool.ph, pool.kh, rows))
                     : expr(1.0f / static_cast<float>(pool.kh));
}

expr pooled_image::share_of_columns(const expr &x) const {
    return has_uneven_columns()
               ? 1.0f / cast(p_float32, count_inside(x * pool.sw - pool.pw, pool.kw, columns))
               : expr(1.0f / static_cast<float>(pool.kw));
}

bool pooled_image::has_uneven_columns() const {
    return pool.what == post::pool::kind::average_without_padding &&
           leaves(columns, pool.kw, pool.pw);
}

pool_stages pool_windows(const pooled_image &image, const std::vector<var> &outer, const var &y,
                         const var &x,
                         const std::function<expr(const expr &row, const expr &column)> &value) {
    const post::pool &pool = image.pool;
    const expr first_row = y * pool.sh - pool.ph, first_column = x * pool.sw - pool.pw;
    const var wy = image.rows_of_window("wy", y), wx = image.columns_of_window("wx", x);
    const expr row = first_row + wy, column = first_column + wx;
    std::vector<var> iterators = outer;
    iterators.insert(iterators.end(), {y, x});
    computation windows("windows", iterators, image.nothing());
    image.gather(at(windows, outer, y, x), value(row, column));
    if (image.is_maximum()) {
        return {windows, windows};
    }
    return {windows, computation("means", iterators, at(windows, outer, y, x) * image.share(y, x))};
}

} // namespace tiramisu::nn
