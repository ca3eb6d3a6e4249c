#include "nn/layers/conv2d_backward_data/solvers.h"

#include "nn/layers/conv2d/solvers/depthwise.h"
#include "nn/layers/conv2d/solvers/direct.h"
#include "nn/layers/conv2d/solvers/grouped_spatial_pack.h"
#include "nn/layers/conv2d/solvers/im2col.h"
#include "nn/layers/conv2d/solvers/in_place.h"
#include "nn/layers/conv2d/solvers/pointwise.h"
#include "nn/layers/conv2d/solvers/winograd.h"
#include "nn/layers/conv2d_backward_data/solvers/by_convolution.h"
#include "nn/layers/conv2d_backward_data/solvers/naive.h"
#include "nn/layers/conv2d_backward_data/solvers/phases.h"
#include "support/immortal.h"

namespace tiramisu::nn {

const solver_list<backward_data_task, packed_program> &all_backward_data_solvers() {
    static const auto &all = support::immortal(
        solver_list<backward_data_task, packed_program>::of<
            by_convolution<depthwise_conv2d>, by_convolution<winograd_conv2d>,
            by_convolution<grouped_spatial_pack_conv2d>, by_convolution<in_place_conv2d>,
            by_convolution<im2col_conv2d>, by_convolution<pointwise_conv2d>,
            by_convolution<direct_conv2d>, phases_backward_data, naive_backward_data>());
    return all;
}

} // namespace tiramisu::nn
