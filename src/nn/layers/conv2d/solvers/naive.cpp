#include "nn/layers/conv2d/solvers/naive.h"

#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d/pooling.h"

namespace tiramisu::nn {

std::size_t naive_conv2d::workspace_bytes(const conv2d_task &task, const configuration &) const {
    const conv2d_problem &p = task.problem;
    const double padded = 1.0 * p.mb * p.ic * rows_met(p, p.oh) * columns_met(p, p.ow);
    const double sums = 1.0 * p.mb * p.oc * p.oh * p.ow;
    const bool pools = p.pooling() != nullptr;
    return static_cast<std::size_t>((padded + sums * (pools ? 2 : 1)) * sizeof(float));
}

conv2d_program naive_conv2d::generate(const conv2d_task &task, const configuration &,
                                      const std::string &name) const {
    function_scope scope(name);
    const conv2d_iterators at(task);
    const weights_arrangement plain = plain_weights(task);
    const conv2d_tensors tensors(task, at, plain);
    const padded_src padded(task, at, tensors.src, padded_src::copies::always);

    computation sums("sums", {at.n, at.g, at.f, at.y, at.x}, tensors.start(at.f));
    sums(at.n, at.g, at.f, at.y, at.x) +=
        tensors.weights(at.g, at.f, at.c, at.ky, at.kx) * padded.at(at);
    computation result("result", {at.n, at.g, at.f, at.y, at.x},
                       tensors.finished(sums(at.n, at.g, at.f, at.y, at.x), at.position()));
    if (task.problem.pooling() != nullptr) {
        computation windows = pooled(task, at, result);
        tensors.store_result(windows, at.position());
    } else {
        tensors.store_result(result, at.position());
    }
    // Row by row, so that verifying others against it does not take longer than they do.
    sums.update(0).reorder({at.n, at.g, at.f, at.y, at.c, at.ky, at.kx, at.x});
    sums.update(0).vectorize(at.x, task.target.lanes);
    return {{scope.get(), tensors.arguments()}, std::nullopt, plain.extents};
}

} // namespace tiramisu::nn
