#include "nn/sparse_conv2d/footprint.h"

#include "nn/conv2d/padded_src.h"

namespace tiramisu::nn {

post::pool pooling_of(const conv2d_problem &problem) {
    const post::pool *pool = problem.pooling();
    return pool != nullptr ? *pool : post::pool{post::pool::kind::max, 1, 1, 1, 1, 0, 0};
}

footprint row_footprint(const conv2d_problem &problem) {
    const post::pool pool = pooling_of(problem);
    return {problem.sh * pool.sh, rows_met(problem, pool.kh), problem.ph + pool.ph * problem.sh};
}

footprint column_footprint(const conv2d_problem &problem) {
    const post::pool pool = pooling_of(problem);
    return {problem.sw * pool.sw, columns_met(problem, pool.kw), problem.pw + pool.pw * problem.sw};
}

} // namespace tiramisu::nn
