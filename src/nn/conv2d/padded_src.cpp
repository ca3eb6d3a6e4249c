#include "nn/conv2d/padded_src.h"

#include <algorithm>

namespace tiramisu::nn {

int rows_met(const conv2d_problem &problem, int positions) {
    return (positions - 1) * problem.sh + (problem.kh - 1) * (problem.dh + 1) + 1;
}

int columns_met(const conv2d_problem &problem, int positions) {
    return (positions - 1) * problem.sw + (problem.kw - 1) * (problem.dw + 1) + 1;
}

bool is_met_without_gaps(const conv2d_problem &problem) {
    return problem.dh == 0 && problem.dw == 0 && problem.kh >= problem.sh &&
           problem.kw >= problem.sw;
}

bool copy_picture(const conv2d_problem &problem, int rows, int columns,
                  const std::function<access(const expr &, const expr &)> &place,
                  const std::function<expr(const var &, const var &)> &value) {
    // The last rows and columns of the picture may not be met, or none of it at all.
    const int met_rows = std::min(problem.ih, rows - problem.ph);
    const int met_columns = std::min(problem.iw, columns - problem.pw);
    if (met_rows <= 0 || met_columns <= 0) {
        return false;
    }
    const var iy("iy", 0, met_rows), ix("ix", 0, met_columns);
    place(iy + problem.ph, ix + problem.pw) = value(iy, ix);
    return true;
}

padded_src::padded_src(const conv2d_task &task, const conv2d_iterators &at, const input &src,
                       copies when, order lies)
    : problem_(task.problem), src_(src), lies_(lies) {
    const int rows = rows_met(problem_, problem_.oh), columns = columns_met(problem_, problem_.ow);
    const bool stays_inside =
        problem_.ph == 0 && problem_.pw == 0 && rows <= problem_.ih && columns <= problem_.iw;
    if (when == copies::never || (stays_inside && when == copies::where_needed)) {
        return;
    }
    const var y("sy", 0, rows), x("sx", 0, columns);
    const std::vector<var> extents = lies == order::columns_last
                                         ? std::vector<var>{at.n, at.g, at.c, y, x}
                                         : std::vector<var>{at.n, y, x, at.g, at.c};
    copy.emplace("padded", extents, expr(0.0f));
    has_picture = copy_picture(
        problem_, rows, columns,
        [&](const expr &row, const expr &column) { return place(at.n, at.g, at.c, row, column); },
        [&](const var &iy, const var &ix) { return src(at.n, at.g, at.c, iy, ix); });
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
    return lies_ == order::columns_last ? (*copy)(n, g, c, row, column)
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
    copy.init().vectorize(along_rows ? var("sx") : at.c, task.on.lanes);
    if (padded.has_picture) {
        copy.update(0).vectorize(along_rows ? var("ix") : at.c, task.on.lanes);
    }
    if (is_met_without_gaps(task.problem)) {
        copy.compute_at(result, block);
    }
}

} // namespace tiramisu::nn
