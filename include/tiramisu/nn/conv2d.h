#pragma once

#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/conv2d_problem.h"
#include "tiramisu/nn/elements.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer.h"
#include "tiramisu/nn/layer_weights.h"
#include "tiramisu/nn/layout.h"
#include "tiramisu/nn/search_options.h"

namespace tiramisu::nn {

struct conv2d_layouts {
    layout src = layout::nchw;
    layout dst = layout::nchw; ///< also of the residual
};

/// How a convolution is to be computed.
struct conv2d_options : layer_options {
    conv2d_layouts layouts;
    /// run() takes any number of images, or images of any size; those of the problem are what
    /// the layer is cut for. Not every solver can do so (docs/layers/conv2d.md).
    bool any_batch = false, any_size = false;
};

/// What find() tries of a convolution.
struct find_options : search_options {
    conv2d_layouts layouts;
    /// Of layers whose options say so; images are those that the problem has.
    bool any_batch = false, any_size = false;
};

/// How many images there are, and their size.
struct image_sizes {
    int mb, ih, iw;
};

using conv2d_layer = layer<conv2d_problem, conv2d_options, find_options>;
extern template class layer<conv2d_problem, conv2d_options, find_options>;

/// A convolution compiled into this process. Several threads may run one at once.
class conv2d : public conv2d_layer {
public:
    using conv2d_layer::layer;

    /// Weights in the arrangement that one convolution reads; for no other one.
    using packed_weights = layer_weights;

    /// dst = convolution of src by weights. src, residual and dst lie as the options say, weights
    /// as oc, ic / g, kh, kw, bias is oc floats. None of them overlap. Nothing beyond
    /// element_count() floats is read or written. Null stands for a bias or residual that the
    /// problem does not have. Packs the weights anew each time. Throws user_error if a pointer is
    /// missing, error if memory runs out.
    void run(const_elements src, const_elements weights, const_elements bias, elements dst,
             const_elements residual = {}, source_place where = source_place::current()) const;
    /// The same with weights that were packed before.
    void run(const_elements src, const packed_weights &weights, const_elements bias, elements dst,
             const_elements residual = {}, source_place where = source_place::current()) const;
    /// The same with images of this number and size, where the options say any_batch or any_size.
    /// Throws user_error also as for_images().
    void run(const image_sizes &images, const_elements src, const packed_weights &weights,
             const_elements bias, elements dst, const_elements residual = {},
             source_place where = source_place::current()) const;
    packed_weights pack(const_elements weights, source_place where = source_place::current()) const;
    /// The same run, to be made many times.
    invocation prepare(const_elements src, const packed_weights &weights, const_elements bias,
                       elements dst, const_elements residual = {}, const execution &opts = {},
                       source_place where = source_place::current()) const;
    /// Of images of this number and size.
    invocation prepare(const image_sizes &images, const_elements src, const packed_weights &weights,
                       const_elements bias, elements dst, const_elements residual = {},
                       const execution &opts = {},
                       source_place where = source_place::current()) const;

    /// The problem of these images, which tells the size of their result. Throws user_error if
    /// the layer does not take them, or where there is no result.
    conv2d_problem for_images(const image_sizes &images,
                              source_place where = source_place::current()) const;
};

/// conv2d::solvers() for these layouts.
inline std::vector<solver_verdict> conv2d_solvers(const conv2d_problem &problem,
                                                  const conv2d_layouts &layouts = {},
                                                  source_place where = source_place::current()) {
    conv2d_options opts;
    opts.layouts = layouts;
    return conv2d::solvers(problem, opts, where);
}

} // namespace tiramisu::nn
