#pragma once

#include "nn/framework/program/pool_windows.h"
#include "nn/framework/program/typed_expr.h"
#include "nn/framework/tensor_layer/arguments.h"
#include "nn/framework/tensor_layer/image_loops.h"
#include "tiramisu/nn/pooling.h"

namespace tiramisu::nn {

inline pooled_image image_of(const pooling_problem &problem) {
    return {problem.pool, problem.ih, problem.iw};
}

/// The tensors and the iterators of the result.
struct pooling_tensors {
    tensor stored;
    tensor_arguments arguments;
    image_iterators at;
    input src;

    explicit pooling_tensors(const pooling_problem &problem)
        : stored(problem.dst()), arguments(problem.sources(), stored), at(stored.extents),
          src(arguments.source(0)) {}

    /// What is computed with at a pixel of the image.
    expr value(const expr &n, const expr &c, const expr &row, const expr &column) const {
        return widened(p_float32, src(n, c, row, column));
    }
    /// What a window comes to, as it is stored.
    expr rounded(const expr &window) const { return rounded_to(stored.type, window); }
    void store(computation &result) const { arguments.store(result, {at.n, at.c, at.y, at.x}); }
};

} // namespace tiramisu::nn
