#include "nn/layers/pooling/solvers.h"

#include "nn/layers/pooling/tensors.h"

namespace tiramisu::nn {

namespace {

pool_stages windows_of(const pooling_tensors &tensors, const pooled_image &image) {
    const image_iterators &at = tensors.at;
    return pool_windows(image, {at.n, at.c}, at.y, at.x, [&](const expr &row, const expr &column) {
        return tensors.value(at.n, at.c, row, column);
    });
}

} // namespace

std::string pooling_by_windows::why_not(const task &of) const {
    return of.problem.format == layout::nchw ? "layout nchw, must be nhwc or nchw16c" : "";
}

std::vector<buffer> pooling_by_windows::write(const task &of) const {
    const pooled_image image = image_of(of.problem);
    const pooling_tensors tensors(of.problem);
    const auto [n, c, y, x] = tensors.at;
    pool_stages stages = windows_of(tensors, image);
    computation result("result", {n, c, y, x}, tensors.rounded(stages.result(n, c, y, x)));
    tensors.store(result);
    const image_loops loops = order_as_stored(result, tensors.at, tensors.stored);
    const var vector("vector"), lane("lane");
    result.vectorize(loops.inner.name, of.target.lanes, vector, lane, tail::masked);

    computation steps = stages.windows.update(0);
    const var wy("wy"), wx("wx");
    stages.windows.init().reorder({n, y, x, c}).vectorize(c, of.target.lanes, tail::masked);
    steps.reorder({n, y, x, wy, wx, c}).vectorize(c, of.target.lanes, tail::masked);
    if (!image.is_maximum()) {
        stages.result.compute_inline();
    }
    stages.windows.compute_at(result, vector);
    result.parallelize(loops.parallel(of.target));
    return tensors.arguments.all();
}

std::size_t naive_pooling::workspace_bytes(const task &of, const configuration &) const {
    const bool keeps_windows =
        !image_of(of.problem).is_maximum() || of.problem.type != element_type::f32;
    return keeps_windows ? sizeof(float) * of.problem.dst().size() : 0;
}

std::vector<buffer> naive_pooling::write(const task &of) const {
    const pooling_tensors tensors(of.problem);
    computation result = windows_of(tensors, image_of(of.problem)).result;
    if (of.problem.type != element_type::f32) {
        const auto [n, c, y, x] = tensors.at;
        result = computation("rounded", {n, c, y, x}, tensors.rounded(result(n, c, y, x)));
    }
    tensors.store(result);
    return tensors.arguments.all();
}

} // namespace tiramisu::nn
