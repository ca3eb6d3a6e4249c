#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d_backward_weights/solvers.h"

namespace tiramisu::nn {

std::size_t naive_backward_weights::workspace_bytes(const task &of, const configuration &) const {
    const conv2d_problem &p = of.problem;
    return sizeof(float) * static_cast<std::size_t>(p.mb) * static_cast<std::size_t>(p.ic) *
           static_cast<std::size_t>(rows_met(p, p.oh)) *
           static_cast<std::size_t>(columns_met(p, p.ow));
}

std::vector<buffer> naive_backward_weights::write(const task &of) const {
    const conv2d_task convolution = convolution_of(of);
    const conv2d_iterators at(convolution);
    const backward_weights_tensors tensors(of, at);
    const padded_src padded(convolution, at, tensors.src, padded_src::copies::always);
    computation sums("sums", {at.g, at.f, at.c, at.ky, at.kx}, 0.0f);
    sums(at.g, at.f, at.c, at.ky, at.kx) +=
        tensors.diff_dst(at.n, at.g, at.f, at.y * of.problem.ow + at.x) * padded.at(at);
    tensors.store_weight(sums, {at.g, at.f, at.c, at.ky, at.kx});
    return tensors.arguments();
}

} // namespace tiramisu::nn
