#include "nn/conv2d/pooling.h"

#include <limits>

namespace tiramisu::nn {

namespace {

/// How many of the `window` elements that begin at `first` are from 0 to `size` - 1.
expr count_inside(const expr &first, int window, int size) {
    return min(first + window, size) - max(first, 0);
}

} // namespace

computation pooled(const conv2d_task &task, const conv2d_iterators &at, const computation &values) {
    const post::pool &pool = *task.problem.pooling();
    const auto extents = task.problem.dst_extents();
    const var y("y", 0, extents[2]), x("x", 0, extents[3]);
    const var wy("wy", 0, pool.kh), wx("wx", 0, pool.kw);
    const expr first_row = y * pool.sh - pool.ph, first_column = x * pool.sw - pool.pw;
    const expr row = first_row + wy, column = first_column + wx;
    const expr value = values(at.n, at.g, at.f, row, column);

    const bool is_maximum = pool.what == post::pool::kind::max;
    const expr nothing = is_maximum ? expr(-std::numeric_limits<float>::infinity()) : expr(0.0f);
    computation windows("windows", {at.n, at.g, at.f, y, x}, nothing);
    if (is_maximum) {
        windows(at.n, at.g, at.f, y, x).max_with(value);
    } else {
        windows(at.n, at.g, at.f, y, x) += value;
    }
    windows.update(0).add_predicate(row >= 0 && row < task.problem.oh && column >= 0 &&
                                    column < task.problem.ow);
    if (is_maximum) {
        return windows;
    }
    const expr divisor =
        pool.what == post::pool::kind::average_with_padding
            ? expr(static_cast<float>(pool.kh * pool.kw))
            : cast(p_float32, count_inside(first_row, pool.kh, task.problem.oh) *
                                  count_inside(first_column, pool.kw, task.problem.ow));
    return computation("means", {at.n, at.g, at.f, y, x},
                       windows(at.n, at.g, at.f, y, x) / divisor);
}

std::string why_not_apart(const conv2d_task &task) {
    const post::pool *pool = task.problem.pooling();
    if (pool == nullptr) {
        return "";
    }
    const auto pair = [](int rows, int columns) {
        return std::to_string(rows) + "x" + std::to_string(columns);
    };
    if (pool->ph != 0 || pool->pw != 0) {
        return "pooling with padding " + pair(pool->ph, pool->pw) + ", must be 0x0";
    }
    if (pool->kh != pool->sh || pool->kw != pool->sw) {
        return "pooling with windows " + pair(pool->kh, pool->kw) + " and strides " +
               pair(pool->sh, pool->sw) + ", must be equal";
    }
    return "";
}

pooling_window window_of(const conv2d_task &task) {
    const post::pool *pool = task.problem.pooling();
    return pool == nullptr ? pooling_window{} : pooling_window{pool->kh, pool->kw};
}

int rows_in_windows(const conv2d_task &task) {
    return task.problem.dst_extents()[2] * window_of(task).rows;
}

int columns_in_windows(const conv2d_task &task) {
    return task.problem.dst_extents()[3] * window_of(task).columns;
}

expr pooled_value(const conv2d_task &task, const result_position &at,
                  const std::function<expr(const result_position &)> &value) {
    const post::pool *pool = task.problem.pooling();
    const bool is_maximum = pool == nullptr || pool->what == post::pool::kind::max;
    const pooling_window window = window_of(task);
    expr all;
    for (int i = 0; i < window.rows * window.columns; i++) {
        const expr one = value({at.f, at.y * window.rows + i / window.columns,
                                at.x * window.columns + i % window.columns});
        all = !all.is_defined() ? one : is_maximum ? max(all, one) : all + one;
    }
    return is_maximum ? all : all * (1.0f / static_cast<float>(window.rows * window.columns));
}

} // namespace tiramisu::nn
