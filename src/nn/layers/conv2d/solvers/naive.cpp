#include "nn/layers/conv2d/solvers/naive.h"

#include "nn/framework/program/kernel.h"
#include "nn/framework/program/typed_expr.h"
#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d/pooling.h"

namespace tiramisu::nn {

std::string naive_conv2d::why_not(const conv2d_task &task) const {
    return task.problem.types().are_all(element_type::f32) ? "" : why_no_pooling(task);
}

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

    const product_types types = task.problem.types();
    const primitive_t type = primitive_of(types.sums());
    const bool begins_with_bias = types.sums() == types.arithmetic();
    const expr start = tensors.start(at.f);
    computation sums("sums", {at.n, at.g, at.f, at.y, at.x},
                     begins_with_bias ? start : zero_of(type));
    sums(at.n, at.g, at.f, at.y, at.x) +=
        widened(type, tensors.weights(at.g, at.f, at.c, at.ky, at.kx)) *
        widened(type, padded.at(at));
    const expr sum = sums(at.n, at.g, at.f, at.y, at.x);
    const expr whole = begins_with_bias ? sum : start + cast(p_float32, sum);
    computation result("result", {at.n, at.g, at.f, at.y, at.x},
                       tensors.finished(whole, at.position()));
    if (task.problem.pooling() != nullptr) {
        computation windows = pooled(task, at, result);
        tensors.store_result(windows, at.position());
    } else {
        tensors.store_result(result, at.position());
    }
    // Row by row, so that verifying others against it does not take longer than they do.
    sums.update(0).reorder({at.n, at.g, at.f, at.y, at.c, at.ky, at.kx, at.x});
    sums.update(0).vectorize(at.x, task.target.lanes);
    return {{scope.get(), tensors.arguments()}, std::nullopt, plain.extents, plain.type};
}

} // namespace tiramisu::nn
