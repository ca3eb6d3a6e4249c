#include "nn/layers/conv2d/solvers.h"

#include "nn/layers/conv2d/solvers/depthwise.h"
#include "nn/layers/conv2d/solvers/device_tiles.h"
#include "nn/layers/conv2d/solvers/direct.h"
#include "nn/layers/conv2d/solvers/grouped_spatial_pack.h"
#include "nn/layers/conv2d/solvers/im2col.h"
#include "nn/layers/conv2d/solvers/in_place.h"
#include "nn/layers/conv2d/solvers/interleaved.h"
#include "nn/layers/conv2d/solvers/naive.h"
#include "nn/layers/conv2d/solvers/pointwise.h"
#include "nn/layers/conv2d/solvers/pooled_bands.h"
#include "nn/layers/conv2d/solvers/winograd.h"
#include "support/immortal.h"

namespace tiramisu::nn {

const solver_list<conv2d_task, conv2d_program> &all_conv2d_solvers() {
    static const auto &all = support::immortal(
        solver_list<conv2d_task, conv2d_program>::of<
            device_conv2d, depthwise_conv2d, winograd_conv2d, grouped_spatial_pack_conv2d,
            in_place_conv2d, interleaved_conv2d, im2col_conv2d, pointwise_conv2d, direct_conv2d,
            pooled_bands_conv2d, naive_conv2d>());
    return all;
}

} // namespace tiramisu::nn
