#include "nn/conv2d/padded_src.h"

#include <algorithm>

namespace tiramisu::nn {

int rows_met(const conv2d_problem &problem, int positions) {
    return (positions - 1) * problem.sh + (problem.kh - 1) * (problem.dh + 1) + 1;
}

int columns_met(const conv2d_problem &problem, int positions) {
    return (positions - 1) * problem.sw + (problem.kw - 1) * (problem.dw + 1) + 1;
}

padded_src::padded_src(const conv2d_task &task, const conv2d_iterators &at, const input &src,
                       copies when, order lies)
    : problem_(task.problem), src_(src), lies_(lies) {
    const int rows = rows_met(problem_, problem_.oh), columns = columns_met(problem_, problem_.ow);
    const bool stays_inside =
        problem_.ph == 0 && problem_.pw == 0 && rows <= problem_.ih && columns <= problem_.iw;
    if (stays_inside && when == copies::where_needed) {
        return;
    }
    const var y("sy", 0, rows), x("sx", 0, columns);
    const std::vector<var> extents = lies == order::columns_last
                                         ? std::vector<var>{at.n, at.g, at.c, y, x}
                                         : std::vector<var>{at.n, y, x, at.g, at.c};
    copy.emplace("padded", extents, expr(0.0f));
    // The last rows and columns of the picture may not be met, or none of it at all.
    const int met_rows = std::min(problem_.ih, rows - problem_.ph);
    const int met_columns = std::min(problem_.iw, columns - problem_.pw);
    has_picture = met_rows > 0 && met_columns > 0;
    if (has_picture) {
        const var iy("iy", 0, met_rows), ix("ix", 0, met_columns);
        const expr row = iy + problem_.ph, column = ix + problem_.pw;
        const expr value = src(at.n, at.g, at.c, iy, ix);
        if (lies == order::columns_last) {
            (*copy)(at.n, at.g, at.c, row, column) = value;
        } else {
            (*copy)(at.n, row, column, at.g, at.c) = value;
        }
    }
}

bool padded_src::is_met_without_gaps() const {
    const auto without = [](int kernel, int stride, int dilation) {
        return stride == 1 ? dilation == 0 : dilation == 0 && kernel >= stride;
    };
    return without(problem_.kh, problem_.sh, problem_.dh) &&
           without(problem_.kw, problem_.sw, problem_.dw);
}

expr padded_src::at(const conv2d_iterators &at, const expr &channel) const {
    const expr row = at.y * problem_.sh + at.ky * (problem_.dh + 1);
    const expr column = at.x * problem_.sw + at.kx * (problem_.dw + 1);
    if (!copy) {
        return src_(at.n, at.g, channel, row, column);
    }
    return lies_ == order::columns_last ? (*copy)(at.n, at.g, channel, row, column)
                                        : (*copy)(at.n, row, column, at.g, channel);
}

} // namespace tiramisu::nn
