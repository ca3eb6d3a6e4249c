#include "nn/sparse/conv2d/solvers/naive.h"

#include "nn/framework/program/pool_windows.h"
#include "nn/layers/conv2d/padded_src.h"
#include "nn/sparse/conv2d/tiling.h"

namespace tiramisu::nn {

namespace {

copy_strides plain_copy(const conv2d_problem &p) {
    const int row = columns_met(p, p.ow);
    return {rows_met(p, p.oh) * row, row, 1};
}

/// Stores the pooling of `values`, which are of n, f, y, x.
void store_pooled(const conv2d_problem &p, const conv2d_iterators &at, const conv2d_images &images,
                  const computation &values) {
    const auto extents = p.dst_extents();
    const var y("y", 0, extents[2]), x("x", 0, extents[3]);
    const auto value = [&](const expr &row, const expr &column) {
        return values(at.n, at.f, row, column);
    };
    pool_stages made = pool_windows({*p.pooling(), p.oh, p.ow}, {at.n, at.f}, y, x, value);
    images.store_result(made.result, {at.n, at.f, at.y, at.x});
}

} // namespace

std::size_t naive_sparse_conv2d::workspace_bytes(const sparse_conv2d_task &task,
                                                 const configuration &) const {
    const conv2d_problem &p = task.problem;
    const double copy = 1.0 * p.ic * plain_copy(p).plane;
    const double sums = 1.0 * p.mb * p.oc * p.oh * p.ow;
    const bool pools = p.pooling() != nullptr;
    return static_cast<std::size_t>((copy + sums * (pools ? 2 : 1)) * sizeof(float));
}

sparse_conv2d_program naive_sparse_conv2d::generate(const sparse_conv2d_task &task,
                                                    const configuration &,
                                                    const std::string &name) const {
    const conv2d_problem &p = task.problem;
    const copy_strides copy = plain_copy(p);
    const pattern_packing packing = packing_for(task, copy, p.ic);
    program packer = pattern_packer(packing, name + "_pack_pattern");

    function_scope scope(name);
    const conv2d_iterators at(task.dense());
    const conv2d_images images(task.dense(), at);
    const pattern weights(packing);
    computation padded("padded", {at.n, var("e", 0, p.ic * copy.plane)}, expr(0.0f));
    buffer padded_memory("padded", {p.ic * copy.plane}, p_float32, a_temporary);
    padded.store_in(&padded_memory, {var("e")});
    const bool has_image = copy_image(
        p, rows_met(p, p.oh), columns_met(p, p.ow),
        [&](const expr &row, const expr &column) {
            return padded(at.n, at.c * copy.plane + row * copy.row + column);
        },
        [&](const var &iy, const var &ix) { return images.src(at.n, 0, at.c, iy, ix); });

    const var k = weights.nonzeros(0, at.f);
    computation sums("sums", {at.n, at.f, at.y, at.x}, images.start_of(at.f));
    sums(at.n, at.f, at.y, at.x) +=
        weights.values(k) *
        padded(at.n, weights.offsets(k) + at.y * (p.sh * copy.row) + at.x * p.sw);
    const dst_position place = {at.n, at.f, at.y, at.x};
    computation result("result", {at.n, at.f, at.y, at.x},
                       images.finished(sums(at.n, at.f, at.y, at.x), place));

    computation zeros = padded.init(), start = sums.init(), steps = sums.update(0);
    if (has_image) {
        computation copied = padded.update(0);
        zeros.then(copied, at.n).then(start, at.n);
    } else {
        zeros.then(start, at.n);
    }
    start.then(steps, at.n).then(result, at.n);
    if (p.pooling() != nullptr) {
        store_pooled(p, at, images, result);
    } else {
        images.store_result(result, place);
    }
    return sparse_program{
        {scope.get(), images.arguments(weights.arguments())}, std::move(packer), 1};
}

} // namespace tiramisu::nn
