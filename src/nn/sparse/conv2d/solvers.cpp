#include "nn/sparse/conv2d/solvers.h"

#include "nn/layers/conv2d/solvers/direct.h"
#include "nn/layers/conv2d/solvers/im2col.h"
#include "nn/layers/conv2d/solvers/pointwise.h"
#include "nn/layers/conv2d/solvers/pooled_bands.h"
#include "nn/layers/conv2d/solvers/winograd.h"
#include "nn/sparse/conv2d/solvers/dense.h"
#include "nn/sparse/conv2d/solvers/im2col.h"
#include "nn/sparse/conv2d/solvers/lifted.h"
#include "nn/sparse/conv2d/solvers/naive.h"
#include "nn/sparse/conv2d/solvers/shifted.h"
#include "nn/sparse/conv2d/solvers/unrolled.h"
#include "support/immortal.h"

namespace tiramisu::nn {

const solver_list<sparse_conv2d_task, sparse_conv2d_program> &all_sparse_conv2d_solvers() {
    static const auto &all = support::immortal(
        solver_list<sparse_conv2d_task, sparse_conv2d_program>::of<
            dense_sparse_conv2d<im2col_conv2d>, dense_sparse_conv2d<pointwise_conv2d>,
            dense_sparse_conv2d<direct_conv2d>, dense_sparse_conv2d<pooled_bands_conv2d>,
            dense_sparse_conv2d<winograd_conv2d>, lifted_sparse_conv2d, shifted_sparse_conv2d,
            im2col_sparse_conv2d, unrolled_sparse_conv2d, naive_sparse_conv2d>());
    return all;
}

} // namespace tiramisu::nn
