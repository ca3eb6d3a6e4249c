#include "nn/sparse_conv2d/solvers.h"

#include "nn/sparse_conv2d/solvers/lifted.h"
#include "nn/sparse_conv2d/solvers/naive.h"
#include "nn/sparse_conv2d/solvers/shifted.h"

namespace tiramisu::nn {

const solver_list<sparse_conv2d_task, sparse_conv2d_program> &all_sparse_conv2d_solvers() {
    static const auto all = solver_list<sparse_conv2d_task, sparse_conv2d_program>::of<
        lifted_sparse_conv2d, shifted_sparse_conv2d, naive_sparse_conv2d>();
    return all;
}

} // namespace tiramisu::nn
