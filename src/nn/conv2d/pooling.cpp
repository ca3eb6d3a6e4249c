#include "nn/conv2d/pooling.h"

#include "nn/program/pool_windows.h"

namespace tiramisu::nn {

computation pooled(const conv2d_task &task, const conv2d_iterators &at, const computation &values) {
    const auto extents = task.problem.dst_extents();
    const var y("y", 0, extents[2]), x("x", 0, extents[3]);
    const pooled_picture picture = {*task.problem.pooling(), task.problem.oh, task.problem.ow};
    const auto value = [&](const expr &row, const expr &column) {
        return values(at.n, at.g, at.f, row, column);
    };
    return pool_windows(picture, {at.n, at.g, at.f}, y, x, value).result;
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
