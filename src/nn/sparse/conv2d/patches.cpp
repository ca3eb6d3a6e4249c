#include "nn/sparse/conv2d/patches.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"
#include "nn/layers/conv2d/padded_src.h"

namespace tiramisu::nn {

namespace {

/// Whether so many rows of the result meet nothing but the image.
bool meets_no_zeros(const conv2d_problem &p, int positions) {
    return p.ph == 0 && p.pw == 0 && rows_met(p, positions) <= p.ih && columns_met(p, p.ow) <= p.iw;
}

/// The rows of src that each block meets, with zeros around.
computation padded_rows(const sparse_conv2d_task &convolution, const patch_product &product,
                        const tile_loops &at, const conv2d_iterators &plain, const input &src) {
    const conv2d_problem &p = convolution.problem;
    const int rows = rows_met(p, product.rows), columns = columns_met(p, p.ow);
    const var sy("sy", 0, rows), sx("sx", 0, columns);
    computation padded("padded", {at.n, at.slab, plain.c, sy, sx}, 0.0f);
    buffer memory("padded", {p.ic, rows, columns}, p_float32, a_temporary);
    padded.store_in(&memory, {plain.c, sy, sx});
    const expr first = at.slab * (product.rows * p.sh) - p.ph;
    const var iy("iy", max(first, 0), min(first + rows, p.ih));
    const var ix("ix", 0, std::max(0, std::min(p.iw, columns - p.pw)));
    padded(at.n, at.slab, plain.c, iy - first, ix + p.pw) = src(at.n, 0, plain.c, iy, ix);
    padded.init().vectorize(sx, convolution.target.lanes);
    padded.update(0).vectorize(ix, convolution.target.lanes, tail::masked);
    return padded;
}

} // namespace

sparse_conv2d_task product_of(const sparse_conv2d_task &convolution, int blocks, int rows) {
    const conv2d_problem &p = convolution.problem;
    sparse_conv2d_task made = convolution;
    made.problem = conv2d_problem();
    made.problem.mb = p.mb;
    made.problem.ic = p.ic * convolution.kernel_elements();
    made.problem.oc = p.oc;
    made.problem.ih = blocks;
    made.problem.iw = rows * p.ow;
    made.problem = made.problem.completed();
    return made;
}

patch_product::patch_product(const sparse_conv2d_task &convolution, const configuration &chosen)
    : rows(chosen.at("rows")),
      task(product_of(convolution, divided_up(convolution.problem.oh, rows), rows)),
      blocking(task, whole_images(task.problem), task.target.lanes,
               {{"c", chosen.at("c")}, {"slab", 1}, {"x", chosen.at("x")}, {"y", 1}}) {}

int patch_product::padded_size(const conv2d_problem &p) const {
    return meets_no_zeros(p, blocking.slabs * rows)
               ? 0
               : p.ic * rows_met(p, rows) * columns_met(p, p.ow);
}

block_patches::block_patches(const sparse_conv2d_task &convolution, const patch_product &product,
                             const tile_loops &at, const conv2d_iterators &plain, const input &src)
    : at_(at) {
    const conv2d_problem &p = convolution.problem;
    const int positions = product.rows * p.ow, lanes = convolution.target.lanes;
    const copy_strides format = product.blocking.strides(product.task.problem);
    const var row("row", 0, product.rows), rest("rest", positions, format.row);
    const expr y = row * p.sh + plain.ky * (p.dh + 1), x = plain.x * p.sw + plain.kx * (p.dw + 1);
    expr met;
    if (meets_no_zeros(p, product.blocking.slabs * product.rows)) {
        met = src(at.n, 0, plain.c, at.slab * (product.rows * p.sh) + y, x);
    } else {
        const computation padded = padded_rows(convolution, product, at, plain, src);
        computations_ = {padded.init(), padded.update(0)};
        met = padded(at.n, at.slab, plain.c, y, x);
    }
    patches_.emplace(
        "patches", std::vector<var>{at.n, at.slab, plain.c, plain.ky, plain.kx, row, plain.x}, met);
    buffer memory("patches", {product.size()}, p_float32, a_temporary);
    const expr element = (plain.c * p.kh + plain.ky) * p.kw + plain.kx;
    patches_->store_in(&memory, {element * format.plane + row * p.ow + plain.x});
    patches_->vectorize(plain.x, lanes, tail::masked);
    computations_.push_back(patches_->init());
    if (positions < format.row) {
        (*patches_)(at.n, at.slab, plain.c, plain.ky, plain.kx, 0, rest) = 0.0f;
        computations_.push_back(patches_->update(0));
        computations_.back().vectorize(rest, lanes, tail::masked);
    }
}

expr block_patches::element(const expr &place) const {
    return (*patches_)(at_.n, at_.slab, 0, 0, 0, 0, place);
}

} // namespace tiramisu::nn
