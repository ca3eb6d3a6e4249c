#pragma once

#include "nn/framework/program/pool_windows.h"
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

    void store(computation &result) const { arguments.store(result, {at.n, at.c, at.y, at.x}); }
};

} // namespace tiramisu::nn
