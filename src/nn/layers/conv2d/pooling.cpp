#include "nn/layers/conv2d/pooling.h"

#include "nn/framework/problem/numbers.h"
#include "nn/framework/program/pool_windows.h"

namespace tiramisu::nn {

post::pool pooling_of(const conv2d_problem &problem) {
    const post::pool *pool = problem.pooling();
    return pool != nullptr ? *pool : post::pool{post::pool::kind::max, 1, 1, 1, 1, 0, 0};
}

computation pooled(const conv2d_task &task, const conv2d_iterators &at, const computation &values) {
    const var y("y", 0, at.sizes.dst_rows), x("x", 0, at.sizes.dst_columns);
    const pooled_image image = {*task.problem.pooling(), at.sizes.oh, at.sizes.ow};
    const auto value = [&](const expr &row, const expr &column) {
        return values(at.n, at.g, at.f, row, column);
    };
    return pool_windows(image, {at.n, at.g, at.f}, y, x, value).result;
}

expr pooled_value(const conv2d_task &task, const result_position &at,
                  const std::function<expr(const result_position &)> &value) {
    const post::pool pool = pooling_of(task.problem);
    const pooled_image image = {pool, task.problem.oh, task.problem.ow};
    const expr first_row = at.y * pool.sh - pool.ph, first_column = at.x * pool.sw - pool.pw;
    const expr all = image.together(pool.kh * pool.kw, [&](int i) {
        const expr row = first_row + i / pool.kw, column = first_column + i % pool.kw;
        return image.taken(value({at.f, image.nearest_row(row), image.nearest_column(column)}),
                           row >= 0 && row < image.rows && column >= 0 && column < image.columns);
    });
    return image.scaled(all, image.share(at.y, at.x));
}

std::string why_not_apart(const conv2d_task &task) {
    const post::pool pool = pooling_of(task.problem);
    if (pool.ph != 0 || pool.pw != 0) {
        return "pooling with padding " + size_text(pool.ph, pool.pw) + ", must be 0x0";
    }
    if (pool.kh != pool.sh || pool.kw != pool.sw) {
        return "pooling with windows " + size_text(pool.kh, pool.kw) + " and strides " +
               size_text(pool.sh, pool.sw) + ", must be equal";
    }
    return "";
}

int rows_in_windows(const conv2d_task &task) {
    return task.problem.dst_extents()[2] * pooling_of(task.problem).kh;
}

int columns_in_windows(const conv2d_task &task) {
    return task.problem.dst_extents()[3] * pooling_of(task.problem).kw;
}

} // namespace tiramisu::nn
