#include "nn/sparse/conv2d/footprint.h"

#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d/pooling.h"

namespace tiramisu::nn {

footprint row_footprint(const conv2d_problem &problem) {
    const post::pool pool = pooling_of(problem);
    return {problem.sh * pool.sh, rows_met(problem, pool.kh), problem.ph + pool.ph * problem.sh};
}

footprint column_footprint(const conv2d_problem &problem) {
    const post::pool pool = pooling_of(problem);
    return {problem.sw * pool.sw, columns_met(problem, pool.kw), problem.pw + pool.pw * problem.sw};
}

} // namespace tiramisu::nn
