#include "nn/layers/conv2d_backward_data/solvers/naive.h"

#include <algorithm>

#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d_backward_data/tensors.h"

namespace tiramisu::nn {

namespace {

/// Of the image with its zeros: what the kernel meets, and rows and columns that it does not.
int padded_rows(const conv2d_problem &p) {
    return std::max(rows_met(p, p.oh), p.ih + p.ph);
}

int padded_columns(const conv2d_problem &p) {
    return std::max(columns_met(p, p.ow), p.iw + p.pw);
}

} // namespace

std::size_t naive_backward_data::workspace_bytes(const backward_data_task &task,
                                                 const configuration &) const {
    const conv2d_problem &p = task.problem;
    return sizeof(float) * static_cast<std::size_t>(p.mb) * static_cast<std::size_t>(p.ic) *
           static_cast<std::size_t>(padded_rows(p)) * static_cast<std::size_t>(padded_columns(p));
}

packed_program naive_backward_data::generate(const backward_data_task &task, const configuration &,
                                             const std::string &name) const {
    const conv2d_task convolution = convolution_of(task);
    const conv2d_problem &p = convolution.problem;
    const weights_arrangement plain = plain_weights(convolution);
    const function_scope scope(name);
    const conv2d_iterators at(convolution);
    const backward_data_tensors tensors(task, at, plain);
    const var py("py", 0, padded_rows(p)), px("px", 0, padded_columns(p));
    computation padded("padded", {at.n, at.g, at.c, py, px}, 0.0f);
    padded(at.n, at.g, at.c, at.y * p.sh + at.ky * (p.dh + 1), at.x * p.sw + at.kx * (p.dw + 1)) +=
        tensors.weights(at.g, at.f, at.c, at.ky, at.kx) *
        tensors.diff_dst(at.n, at.g, at.f, at.y, at.x);
    const var iy("iy", 0, p.ih), ix("ix", 0, p.iw);
    computation result("result", {at.n, at.g, at.c, iy, ix},
                       padded(at.n, at.g, at.c, iy + p.ph, ix + p.pw));
    tensors.store_result(result, {at.c, iy, ix});
    return {{scope.get(), tensors.arguments()}, std::nullopt, plain.extents};
}

} // namespace tiramisu::nn
