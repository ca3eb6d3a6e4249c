#include "nn/layers/conv2d/padded_src.h"

#include <algorithm>

#include "nn/framework/program/typed_expr.h"

namespace tiramisu::nn {

bool is_met_without_gaps(const conv2d_problem &problem) {
    return problem.dh == 0 && problem.dw == 0 && problem.kh >= problem.sh &&
           problem.kw >= problem.sw;
}

void copy_rows_and_columns(const conv2d_problem &problem, const expr &rows, const expr &columns,
                           const std::function<access(const expr &, const expr &)> &place,
                           const std::function<expr(const var &, const var &)> &value) {
    const var iy("iy", 0, rows), ix("ix", 0, columns);
    place(iy + problem.ph, ix + problem.pw) = value(iy, ix);
}

bool copy_image(const conv2d_problem &problem, int rows, int columns,
                const std::function<access(const expr &, const expr &)> &place,
                const std::function<expr(const var &, const var &)> &value) {
    // The last rows and columns of the image may not be met, or none of it at all.
    const int met_rows = std::min(problem.ih, rows - problem.ph);
    const int met_columns = std::min(problem.iw, columns - problem.pw);
    if (met_rows <= 0 || met_columns <= 0) {
        return false;
    }
    copy_rows_and_columns(problem, met_rows, met_columns, place, value);
    return true;
}

padded_src::padded_src(const conv2d_task &task, const conv2d_iterators &at, const input &src,
                       copies when, order format)
    : problem_(task.problem), src_(src), format_(format) {
    const int rows = rows_met(problem_, problem_.oh), columns = columns_met(problem_, problem_.ow);
    const bool stays_inside = problem_.ph == 0 && problem_.pw == 0 &&
                              (task.any_size || (rows <= problem_.ih && columns <= problem_.iw));
    if (when == copies::never || (stays_inside && when == copies::where_needed)) {
        return;
    }
    const expr all_rows = task.any_size ? rows_met(problem_, at.sizes.oh) : expr(rows);
    const expr all_columns = task.any_size ? columns_met(problem_, at.sizes.ow) : expr(columns);
    const var y("sy", 0, all_rows), x("sx", 0, all_columns);
    const std::vector<var> extents = format == order::columns_last
                                         ? std::vector<var>{at.n, at.g, at.c, y, x}
                                         : std::vector<var>{at.n, y, x, at.g, at.c};
    copy.emplace("padded", extents, zero_of(src.get_data_type()));
    const auto to = [&](const expr &row, const expr &column) {
        return place(at.n, at.g, at.c, row, column);
    };
    const auto from = [&](const var &iy, const var &ix) { return src(at.n, at.g, at.c, iy, ix); };
    if (task.any_size) {
        copy_rows_and_columns(problem_, min(at.sizes.ih, all_rows - problem_.ph),
                              min(at.sizes.iw, all_columns - problem_.pw), to, from);
    }
    has_image = task.any_size || copy_image(problem_, rows, columns, to, from);
}

expr padded_src::at(const conv2d_iterators &at, const expr &channel) const {
    return element(at.n, at.g, channel, at.y * problem_.sh + at.ky * (problem_.dh + 1),
                   at.x * problem_.sw + at.kx * (problem_.dw + 1));
}

expr padded_src::element(const expr &n, const expr &g, const expr &c, const expr &row,
                         const expr &column) const {
    if (!copy) {
        return src_(n, g, c, row - problem_.ph, column - problem_.pw);
    }
    return place(n, g, c, row, column);
}

access padded_src::place(const expr &n, const expr &g, const expr &c, const expr &row,
                         const expr &column) const {
    return format_ == order::columns_last ? (*copy)(n, g, c, row, column)
                                          : (*copy)(n, row, column, g, c);
}

padded_src::order order_of_copy(const conv2d_task &task) {
    return task.layouts.src == layout::nchw ? padded_src::order::columns_last
                                            : padded_src::order::channels_last;
}

void schedule_copy(const conv2d_task &task, const padded_src &padded, const conv2d_iterators &at,
                   computation &result, const var &block) {
    if (!padded.copy) {
        return;
    }
    computation copy = *padded.copy;
    const bool along_rows = order_of_copy(task) == padded_src::order::columns_last;
    // Ends of rows of any size as loops of their own would make many more nests.
    const tail rest = along_rows && task.any_size ? tail::masked : tail::separated;
    copy.init().vectorize(along_rows ? var("sx") : at.c, task.target.lanes, rest);
    if (padded.has_image) {
        copy.update(0).vectorize(along_rows ? var("ix") : at.c, task.target.lanes, rest);
    }
    if (is_met_without_gaps(task.problem)) {
        copy.compute_at(result, block);
    }
}

} // namespace tiramisu::nn
